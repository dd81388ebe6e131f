// A volatile reference to an object whose plain field changes after publication.
//@ mechanism memory modes: volatile reference to plain contents

public class VolatileReferenceContents {
    static class Point {
        int x;
    }

    static volatile Point current;

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> {
            Point p = new Point();
            current = p;
            p.x = 1; //~ race Point.x
        });
        mover.start();
        Point p = current;
        while (p == null) {
            Thread.onSpinWait();
            p = current;
        }
        int seen = p.x; //~ race Point.x
        mover.join();
        System.out.println(seen <= 1);
    }
}
