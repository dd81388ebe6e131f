// The thread local of a virtual thread holds an object that another thread holds too.
//@ jdk 21+
//@ mechanism virtual threads: ThreadLocal

import java.util.concurrent.Semaphore;

public class VirtualThreadLocalShared {
    static class Context {
        int depth;
    }

    static final Context context = new Context();
    static final ThreadLocal<Context> current = ThreadLocal.withInitial(() -> context);

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = Thread.ofVirtual().unstarted(() -> {
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
