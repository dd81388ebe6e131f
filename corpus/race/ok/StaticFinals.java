// Static finals, constant and computed, read by many threads.
//@ mechanism thread basics: final fields
//@ mechanism thread basics: class initialisation

public class StaticFinals {
    static final int CONSTANT = 3;
    static final int COMPUTED = Integer.parseInt("4");
    static final String TEXT = new String("text");
    static final int[] TABLE = {1, 2, 3};

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            if (CONSTANT + COMPUTED + TEXT.length() + TABLE[2] != 14) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(look);
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
