// Threads that work, poll or spin until a time is over: it passes for each of them, though the others can always run.
//@ mechanism explore: timeouts

public class UntilLater {
    static volatile boolean over;
    static volatile int worked;

    static void work() {
        while (!over) {
            worked = worked + 1;
        }
    }

    static void spin() {
        long end = System.nanoTime() + 5_000_000_000L;
        while (!over && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    static void poll() throws InterruptedException {
        while (!over) {
            Thread.sleep(100);
        }
    }

    static void lasts(Thread other) throws InterruptedException {
        over = false;
        other.start();
        Thread.sleep(1_000);
        over = true;
        other.join();
    }

    public static void main(String[] args) throws InterruptedException {
        lasts(new Thread(UntilLater::work));
        lasts(new Thread(UntilLater::spin));
        lasts(new Thread(() -> {
            try {
                poll();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
    }
}
