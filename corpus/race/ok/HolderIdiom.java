// Lazy initialisation by a holder class: the JVM's class initialisation is the lock.
//@ mechanism thread basics: class initialisation
//@ mechanism thread basics: lazy initialisation

public class HolderIdiom {
    private int[] data;
    private String name;

    private HolderIdiom() {
        data = new int[] {1, 2, 3};
        name = "only";
    }

    private static class Holder {
        static final HolderIdiom INSTANCE = new HolderIdiom();
    }

    static HolderIdiom get() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            if (get().data[2] != 3 || !get().name.equals("only")) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(look);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
