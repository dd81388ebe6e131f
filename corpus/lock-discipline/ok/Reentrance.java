// A monitor that is entered three times and left once is still held.
//@ mechanism lock discipline: re-entrance

public class Reentrance {
    private int value;

    synchronized void twice() {
        once();
        value++;
        once();
        value++;
    }

    synchronized void once() {
        synchronized (this) {
            value++;
        }
        value++;
    }

    synchronized int value() {
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        Reentrance shared = new Reentrance();
        Thread other = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                shared.twice();
            }
        });
        other.start();
        for (int i = 0; i < 50; i++) {
            shared.twice();
        }
        other.join();
        if (shared.value() != 600) {
            throw new AssertionError(shared.value());
        }
    }
}
