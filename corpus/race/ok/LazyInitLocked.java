// Lazy initialisation under a lock.
//@ mechanism thread basics: lazy initialisation

public class LazyInitLocked {
    private StringBuilder text;

    synchronized StringBuilder text() {
        if (text == null) {
            text = new StringBuilder("made");
        }
        return text;
    }

    public static void main(String[] args) throws InterruptedException {
        LazyInitLocked lazy = new LazyInitLocked();
        Runnable look = () -> {
            if (lazy.text().length() != 4) {
                throw new AssertionError();
            }
        };
        Thread t = new Thread(look);
        t.start();
        look.run();
        t.join();
    }
}
