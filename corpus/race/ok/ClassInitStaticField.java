// A class is initialised by one thread and read by another, through a static field.
//@ mechanism thread basics: class initialisation

public class ClassInitStaticField {
    static class Limits {
        static final int[] values = new int[3];
        static int lowest;
        static int highest;

        static {
            values[0] = 1;
            values[2] = 9;
            lowest = values[0];
            highest = values[2];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            if (Limits.highest - Limits.lowest != 8 || Limits.values[2] != 9) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(look);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
