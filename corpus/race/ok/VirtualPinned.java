// Virtual threads that block inside synchronized, and so may hold on to their carriers.
//@ jdk 21+
//@ mechanism virtual threads: blocking inside synchronized

public class VirtualPinned {
    static int count;

    static synchronized void increment() {
        int before = count;
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        count = before + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[20];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(VirtualPinned::increment);
        }
        for (Thread t : threads) {
            t.join();
        }
        if (count != threads.length) {
            throw new AssertionError(count);
        }
    }
}
