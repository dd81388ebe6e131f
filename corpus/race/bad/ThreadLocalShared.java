// Each thread has its own thread local, but both hold the same object.
//@ mechanism java.util.concurrent: ThreadLocal

import java.util.concurrent.Semaphore;

public class ThreadLocalShared {
    static class Context {
        int depth;
    }

    static final Context context = new Context();
    static final ThreadLocal<Context> current = ThreadLocal.withInitial(() -> context);

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            current.get().depth++; //~ race Context.depth
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        current.get().depth++; //~ race Context.depth
        end.release();
        t.join();
    }
}
