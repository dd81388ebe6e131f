// Three threads have read a field, all rightly, when a fourth writes it.
//@ mechanism thread basics: reads by several threads

import java.util.concurrent.CountDownLatch;

public class ReadSharedThenWrite {
    static class Config {
        int limit = 10;
    }

    static final CountDownLatch end = new CountDownLatch(1);
    static final int[] seen = new int[3];

    static void read(Config config, int i) {
        seen[i] = config.limit; //~ race Config.limit
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Config config = new Config();
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            int number = i;
            readers[i] = new Thread(() -> read(config, number));
        }
        for (Thread reader : readers) {
            reader.start();
        }
        // All have read: a parked thread orders nothing.
        for (Thread reader : readers) {
            while (reader.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        config.limit = 20; //~ race Config.limit
        end.countDown();
        for (Thread reader : readers) {
            reader.join();
        }
        System.out.println(seen[0] + seen[1] + seen[2]);
    }
}
