// Two objects of one class, each with its own lock.
//@ mechanism thread basics: objects of one class apart

public class TwoObjects {
    static class Cell {
        int value;

        synchronized void add(int amount) {
            value += amount;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cell a = new Cell();
        Cell b = new Cell();
        Runnable work = () -> {
            for (int i = 0; i < 300; i++) {
                a.add(1);
                b.add(-1);
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        if (a.value + b.value != 0) {
            throw new AssertionError();
        }
    }
}
