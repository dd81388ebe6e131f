/**
 * Molecular dynamics: every pair of particles in a box, forces of Lennard-Jones, velocity Verlet. Each
 * member keeps particles of its own, all of them, and adds up the forces of its share of the pairs in an
 * array of its own; between two barriers the arrays are summed up.
 *
 * <p>Forces and energies are summed as whole numbers, so that the result does not depend on the order.
 *
 * <p>Races: the barrier is broken; what is handed over between the members races as a consequence, which
 * is the partial forces, the forces, and the three sums.
 */
final class MolDyn extends Kernel {
    private static final double DENSITY = 0.83134;
    private static final double STEP = 0.002;
    private static final int MOVES = 50;
    private static final double ONE = 0x1p32;

    public static void main(String[] args) {
        new MolDyn().run(args, 8, 0x69e51c024782b1aaL);
    }

    @Override
    int small() {
        return 3;
    }

    /** {@code size} is the number of cells along an edge of the box; a cell has four particles. */
    @Override
    long compute(Team team, int size) {
        Simulation simulation = new Simulation(team, size);
        team.run(simulation);
        return simulation.checksum();
    }

    private static final class Particle {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double fx;
        double fy;
        double fz;

        void move(double side) {
            vx += fx * STEP / 2;
            vy += fy * STEP / 2;
            vz += fz * STEP / 2;
            x = inBox(x + vx * STEP, side);
            y = inBox(y + vy * STEP, side);
            z = inBox(z + vz * STEP, side);
        }

        void push(double fx, double fy, double fz) {
            this.fx = fx;
            this.fy = fy;
            this.fz = fz;
            vx += fx * STEP / 2;
            vy += fy * STEP / 2;
            vz += fz * STEP / 2;
        }

        double kinetic() {
            return (vx * vx + vy * vy + vz * vz) / 2;
        }

        private static double inBox(double at, double side) {
            if (at < 0) {
                return at + side;
            }
            return at >= side ? at - side : at;
        }
    }

    private static final class Simulation implements Team.Work {
        private final Team team;
        private final int n;
        private final double side;
        private final double reach;
        private final Particle[][] particles;
        private final long[][] partial;
        private final long[] force;
        private final long[] epot;
        private final long[] vir;
        private final long[] interacts;
        private final TournamentBarrier barrier;
        /** Written by member 0, read after its end. */
        private long energies;

        Simulation(Team team, int cells) {
            this.team = team;
            n = 4 * cells * cells * cells;
            side = StrictMath.cbrt(n / DENSITY);
            reach = Math.min(side / 2, 2.5);
            particles = new Particle[team.threads][];
            partial = new long[team.threads][];
            for (int i = 0; i < team.threads; i++) {
                particles[i] = lattice(cells, side / cells);
                partial[i] = new long[3 * n]; //~ array partial
            }
            force = new long[3 * n]; //~ array force
            epot = new long[team.threads]; //~ array epot
            vir = new long[team.threads]; //~ array vir
            interacts = new long[team.threads]; //~ array interacts
            barrier = new TournamentBarrier(team.threads);
        }

        @Override
        public void share(int me) {
            Particle[] mine = particles[me];
            for (int move = 0; move < MOVES; move++) {
                for (Particle p : mine) {
                    p.move(side);
                }
                clear(partial[me]);
                attract(me, mine, partial[me]);
                barrier.await(me);
                reduce(team.first(me, 3 * n), team.first(me + 1, 3 * n));
                if (me == 0) {
                    sumEnergies();
                }
                barrier.await(me);
                take(mine);
            }
        }

        private static void clear(long[] sums) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] = 0; //~ race partial
            }
        }

        /** The forces between a member's share of the pairs. */
        private void attract(int me, Particle[] mine, long[] sums) {
            long potential = 0;
            long virial = 0;
            long pairs = 0;
            double half = side / 2;
            for (int i = me; i < n; i += team.threads) {
                Particle p = mine[i];
                long sumX = 0;
                long sumY = 0;
                long sumZ = 0;
                for (int j = i + 1; j < n; j++) {
                    Particle q = mine[j];
                    double dx = nearest(p.x - q.x, half);
                    double dy = nearest(p.y - q.y, half);
                    double dz = nearest(p.z - q.z, half);
                    double square = dx * dx + dy * dy + dz * dz;
                    if (square > reach * reach) {
                        continue;
                    }
                    double r2 = 1 / square;
                    double r6 = r2 * r2 * r2;
                    double pull = 48 * r2 * r6 * (r6 - 0.5);
                    long fx = whole(pull * dx);
                    long fy = whole(pull * dy);
                    long fz = whole(pull * dz);
                    sumX += fx;
                    sumY += fy;
                    sumZ += fz;
                    sums[3 * j] -= fx; //~ race partial
                    sums[3 * j + 1] -= fy; //~ race partial
                    sums[3 * j + 2] -= fz; //~ race partial
                    potential += whole(4 * r6 * (r6 - 1));
                    virial -= whole(pull * square);
                    pairs++;
                }
                sums[3 * i] += sumX; //~ race partial
                sums[3 * i + 1] += sumY; //~ race partial
                sums[3 * i + 2] += sumZ; //~ race partial
            }
            epot[me] = potential; //~ race epot
            vir[me] = virial; //~ race vir
            interacts[me] = pairs; //~ race interacts
        }

        private void reduce(int from, int to) {
            for (int i = from; i < to; i++) {
                long sum = 0;
                for (long[] sums : partial) {
                    sum += sums[i]; //~ race partial
                }
                force[i] = sum; //~ race force
            }
        }

        private void sumEnergies() {
            for (int i = 0; i < team.threads; i++) {
                energies += epot[i]; //~ race epot
                energies += vir[i]; //~ race vir
                energies += interacts[i]; //~ race interacts
            }
        }

        private void take(Particle[] mine) {
            for (int i = 0; i < n; i++) {
                double fx = force[3 * i] / ONE; //~ race force
                double fy = force[3 * i + 1] / ONE; //~ race force
                double fz = force[3 * i + 2] / ONE; //~ race force
                mine[i].push(fx, fy, fz);
            }
        }

        private double nearest(double d, double half) {
            if (d > half) {
                return d - side;
            }
            return d < -half ? d + side : d;
        }

        private static long whole(double d) {
            return (long) (d * ONE);
        }

        long checksum() {
            long first = kinetic(particles[0]);
            for (Particle[] mine : particles) {
                if (kinetic(mine) != first) {
                    throw new IllegalStateException("the members have drifted apart");
                }
            }
            return first * 31 + energies;
        }

        private static long kinetic(Particle[] particles) {
            long checksum = 0;
            for (Particle p : particles) {
                checksum = fold(checksum, p.kinetic());
            }
            return checksum;
        }
    }

    /** Face-centred cubes, with random velocities that cancel out in pairs. */
    private static Particle[] lattice(int cells, double edge) {
        double[][] corners = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
        Particle[] particles = new Particle[4 * cells * cells * cells];
        int next = 0;
        for (int i = 0; i < cells; i++) {
            for (int j = 0; j < cells; j++) {
                for (int k = 0; k < cells; k++) {
                    for (double[] corner : corners) {
                        Particle p = new Particle();
                        p.x = (i + corner[0]) * edge;
                        p.y = (j + corner[1]) * edge;
                        p.z = (k + corner[2]) * edge;
                        int sign = next % 2 == 0 ? 1 : -1;
                        long seed = 3L * (next / 2);
                        p.vx = sign * (unit(seed) - 0.5) * 2;
                        p.vy = sign * (unit(seed + 1) - 0.5) * 2;
                        p.vz = sign * (unit(seed + 2) - 0.5) * 2;
                        particles[next++] = p;
                    }
                }
            }
        }
        return particles;
    }
}
