// The monitor of an array guards its elements.
//@ mechanism thread basics: synchronized blocks

public class LockOnArray {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[3];
        Runnable work = () -> {
            for (int i = 0; i < 500; i++) {
                synchronized (data) {
                    data[i % 3]++;
                }
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        if (data[0] + data[1] + data[2] != 1000) {
            throw new AssertionError();
        }
    }
}
