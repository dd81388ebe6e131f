// The end of a constructor comes before the finalizer. If the JVM never runs it, nothing is lost.
//@ mechanism lifetimes: finalizers

public class Finalizer {
    static volatile int finalized;
    private int size;
    private int[] data;

    Finalizer(int size) {
        this.size = size;
        data = new int[size];
        data[size - 1] = size;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        if (data[size - 1] == size) {
            finalized = size;
        }
        data = null;
    }

    static void make() {
        for (int i = 0; i < 10; i++) {
            new Finalizer(5);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 20 && finalized == 0; i++) {
            make();
            System.gc();
            Thread.sleep(10);
        }
        if (finalized != 0 && finalized != 5) {
            throw new AssertionError(finalized);
        }
    }
}
