// Each virtual thread has thread locals of its own, whichever carrier it runs on.
//@ jdk 21+
//@ mechanism virtual threads: ThreadLocal

public class VirtualThreadLocals {
    static class Context {
        int depth;
    }

    static final ThreadLocal<Context> current = ThreadLocal.withInitial(Context::new);

    static void work() {
        for (int i = 0; i < 10; i++) {
            current.get().depth++;
            Thread.yield();
        }
        if (current.get().depth != 10) {
            throw new AssertionError(current.get().depth);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[100];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(VirtualThreadLocals::work);
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
