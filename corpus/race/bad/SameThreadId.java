// Two threads of one name that give one id: they are two threads all the same.
//@ mechanism lifetimes: thread ids re-used

import java.util.concurrent.CountDownLatch;

public class SameThreadId {
    static int data;
    static final CountDownLatch both = new CountDownLatch(2);

    static class Twin extends Thread {
        Twin() {
            super("twin");
        }

        @Override
        public long getId() {
            return 77;
        }

        @Override
        public void run() {
            data++; //~ race SameThreadId.data
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Twin one = new Twin();
        Twin other = new Twin();
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
