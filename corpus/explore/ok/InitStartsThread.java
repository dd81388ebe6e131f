// A static initialiser starts a thread that does not need the class, and waits for it.
//@ mechanism explore: class initialisation

public class InitStartsThread {
    static final class Settings {
        static final int size;

        static {
            int[] result = new int[1];
            Thread loader = new Thread(new Loader(result));
            loader.start();
            try {
                loader.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            size = result[0];
        }
    }

    record Loader(int[] result) implements Runnable {
        @Override
        public void run() {
            result[0] = 8;
        }
    }

    static void check() {
        if (Settings.size != 8) {
            throw new AssertionError(Settings.size);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread user = new Thread(InitStartsThread::check);
        user.start();
        check();
        user.join();
    }
}
