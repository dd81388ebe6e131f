// A captured array of one element, locked.
//@ mechanism bulk and indirect: arrays captured by lambdas

public class CapturedArrayLocked {
    public static void main(String[] args) throws InterruptedException {
        int[] count = {0};
        Object lock = new Object();
        Runnable work = () -> {
            for (int i = 0; i < 300; i++) {
                synchronized (lock) {
                    count[0]++;
                }
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        if (count[0] != 600) {
            throw new AssertionError(count[0]);
        }
    }
}
