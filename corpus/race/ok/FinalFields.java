// Final fields are never written again; the objects are published through a volatile field.
//@ mechanism thread basics: final fields
//@ mechanism thread basics: publication of an object

public class FinalFields {
    static final class Point {
        final int x;
        final int y;
        final int[] tail;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
            this.tail = new int[] {x, y};
        }
    }

    static volatile Point latest = new Point(0, 0);

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            for (int i = 1; i <= 1000; i++) {
                latest = new Point(i, -i);
            }
        });
        t.start();
        Point p;
        do {
            p = latest;
            if (p.x + p.y != 0 || p.tail[0] != p.x) {
                throw new AssertionError();
            }
        } while (p.x < 1000);
        t.join();
    }
}
