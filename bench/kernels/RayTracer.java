/**
 * Sixty-four mirroring spheres, one ray per pixel: many tiny objects, fields rather than arrays. Each
 * member has a scene of its own and every so-manieth line of the picture.
 *
 * <p>Races: the members add to one checksum, each holding its own scene's lock, which protects nothing.
 * That no addition gets lost is due to a barrier, by which they take turns; and that one is broken.
 */
final class RayTracer extends Kernel {
    private static final int ALONG = 4;
    private static final int BOUNCES = 6;

    static long checksum;

    public static void main(String[] args) {
        new RayTracer().run(args, 800, 0x1b00a4efe1bL);
    }

    @Override
    int small() {
        return 12;
    }

    /** {@code size} is the number of pixels along an edge of the picture. */
    @Override
    long compute(Team team, int size) {
        checksum = 0;
        team.run(new Render(team, size));
        return checksum;
    }

    private static final class Render implements Team.Work {
        private final Team team;
        private final int size;
        private final TournamentBarrier barrier;

        Render(Team team, int size) {
            this.team = team;
            this.size = size;
            barrier = new TournamentBarrier(team.threads);
        }

        @Override
        public void share(int me) {
            Scene scene = new Scene();
            long sum = 0;
            for (int y = me; y < size; y += team.threads) {
                for (int x = 0; x < size; x++) {
                    sum += scene.pixel(x, y, size);
                }
            }
            for (int turn = 0; turn < team.threads; turn++) {
                if (turn == me) {
                    synchronized (scene) {
                        checksum += sum; //~ race RayTracer.checksum
                    }
                }
                barrier.await(me);
            }
        }
    }

    private static final class Vec {
        double x;
        double y;
        double z;

        Vec(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec plus(double factor, Vec v) {
            return new Vec(x + factor * v.x, y + factor * v.y, z + factor * v.z);
        }

        double dot(Vec v) {
            return x * v.x + y * v.y + z * v.z;
        }

        Vec normal() {
            double length = Math.sqrt(dot(this));
            x /= length;
            y /= length;
            z /= length;
            return this;
        }
    }

    private static final class Ray {
        Vec from;
        Vec along;

        Ray(Vec from, Vec along) {
            this.from = from;
            this.along = along;
        }
    }

    private static final class Hit {
        double distance = Double.MAX_VALUE;
        Sphere sphere;
    }

    private static final class Sphere {
        Vec centre;
        double radius;
        Vec colour;
        double shine;

        Sphere(Vec centre, double radius, Vec colour, double shine) {
            this.centre = centre;
            this.radius = radius;
            this.colour = colour;
            this.shine = shine;
        }

        void meet(Ray ray, Hit hit) {
            Vec to = centre.plus(-1, ray.from);
            double ahead = to.dot(ray.along);
            double root = radius * radius - to.dot(to) + ahead * ahead;
            if (ahead <= 0 || root < 0) {
                return;
            }
            double distance = ahead - Math.sqrt(root);
            if (distance > 1e-6 && distance < hit.distance) {
                hit.distance = distance;
                hit.sphere = this;
            }
        }
    }

    private static final class Scene {
        private final Sphere[] spheres = new Sphere[ALONG * ALONG * ALONG];
        private final Vec light = new Vec(-3, 5, -4).normal();
        private final Vec eye = new Vec(0, 0, -9);

        Scene() {
            int next = 0;
            for (int i = 0; i < ALONG; i++) {
                for (int j = 0; j < ALONG; j++) {
                    for (int k = 0; k < ALONG; k++) {
                        Vec centre = new Vec(i * 1.5 - 2.25, j * 1.5 - 2.25, k * 1.5 - 2.25);
                        Vec colour = new Vec(unit(next), unit(next + 64), unit(next + 128));
                        spheres[next++] = new Sphere(centre, 0.6, colour, 0.3);
                    }
                }
            }
        }

        int pixel(int x, int y, int size) {
            Vec along = new Vec((x + 0.5) / size - 0.5, 0.5 - (y + 0.5) / size, 1).normal();
            Vec colour = trace(new Ray(eye, along), 0);
            return level(colour.x) << 16 | level(colour.y) << 8 | level(colour.z);
        }

        private static int level(double brightness) {
            return Math.min(255, (int) (brightness * 255));
        }

        private Vec trace(Ray ray, int bounces) {
            Hit hit = nearest(ray);
            if (hit.sphere == null) {
                double sky = 0.1 + 0.1 * Math.abs(ray.along.y);
                return new Vec(sky, sky, 2 * sky);
            }
            Sphere sphere = hit.sphere;
            Vec point = ray.from.plus(hit.distance, ray.along);
            Vec outward = point.plus(-1, sphere.centre).normal();
            Vec colour = new Vec(0, 0, 0).plus(0.1 + lit(point, outward), sphere.colour);
            if (bounces < BOUNCES) {
                Vec mirrored = ray.along.plus(-2 * outward.dot(ray.along), outward).normal();
                colour = colour.plus(sphere.shine, trace(new Ray(point, mirrored), bounces + 1));
            }
            return colour;
        }

        private double lit(Vec point, Vec outward) {
            double slant = outward.dot(light);
            if (slant <= 0 || nearest(new Ray(point, light)).sphere != null) {
                return 0;
            }
            double square = slant * slant;
            return 0.6 * slant + 0.3 * square * square * square;
        }

        private Hit nearest(Ray ray) {
            Hit hit = new Hit();
            for (Sphere sphere : spheres) {
                sphere.meet(ray, hit);
            }
            return hit;
        }
    }
}
