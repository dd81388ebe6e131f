// Initialisers that need each other, run by one thread while another waits for them.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.CountDownLatch;

public class NestedInitialisation {
    static final CountDownLatch begun = new CountDownLatch(1);

    static class Left {
        static int value = 1;

        static {
            begun.countDown();
            value = Right.value + 1;
        }
    }

    static class Right {
        static int value;

        static {
            value = Left.value + 1;
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            if (Left.value != 3) {
                throw new AssertionError();
            }
        });
        first.start();
        begun.await();
        int seen = Left.value;
        first.join();
        if (seen != 3) {
            throw new AssertionError(seen);
        }
    }
}
