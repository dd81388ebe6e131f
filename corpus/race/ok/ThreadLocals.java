// Objects kept in thread locals are not shared.
//@ mechanism java.util.concurrent: ThreadLocal

public class ThreadLocals {
    static class Context {
        int depth;
    }

    static final ThreadLocal<Context> current = ThreadLocal.withInitial(Context::new);
    static final InheritableThreadLocal<int[]> inherited = new InheritableThreadLocal<>();

    static void nest(int levels) {
        current.get().depth++;
        if (levels > 0) {
            nest(levels - 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        inherited.set(new int[] {1});
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                nest(100);
                if (current.get().depth != 101 || inherited.get()[0] != 1) {
                    throw new AssertionError();
                }
            });
            threads[i].start();
        }
        nest(50);
        for (Thread t : threads) {
            t.join();
        }
        if (current.get().depth != 51) {
            throw new AssertionError();
        }
    }
}
