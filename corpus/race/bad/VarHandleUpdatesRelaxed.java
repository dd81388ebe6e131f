// Updates in plain mode order nothing, in acquire mode they publish nothing, in release mode they acquire
// nothing.
//@ mechanism memory modes: VarHandle compare-and-set and get-and-update

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleUpdatesRelaxed {
    int plain;
    int acquired;
    int released;
    static int byPlain;
    static int byAcquire;
    static int byRelease;
    static final VarHandle PLAIN;
    static final VarHandle ACQUIRED;
    static final VarHandle RELEASED;

    static {
        try {
            PLAIN = MethodHandles.lookup().findVarHandle(VarHandleUpdatesRelaxed.class, "plain", int.class);
            ACQUIRED = MethodHandles.lookup().findVarHandle(VarHandleUpdatesRelaxed.class, "acquired", int.class);
            RELEASED = MethodHandles.lookup().findVarHandle(VarHandleUpdatesRelaxed.class, "released", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void publish(VarHandleUpdatesRelaxed it) {
        byPlain = 1; //~ race VarHandleUpdatesRelaxed.byPlain
        while (!PLAIN.weakCompareAndSetPlain(it, 0, 1)) {
            Thread.onSpinWait();
        }
        byAcquire = 1; //~ race VarHandleUpdatesRelaxed.byAcquire
        int old = (int) ACQUIRED.getAndAddAcquire(it, 1);
        byRelease = 1; //~ race VarHandleUpdatesRelaxed.byRelease
        old = (int) RELEASED.getAndAddRelease(it, 1);
    }

    static int look(VarHandleUpdatesRelaxed it) {
        int seen = (int) PLAIN.getVolatile(it);
        seen += byPlain; //~ race VarHandleUpdatesRelaxed.byPlain
        seen += (int) ACQUIRED.getVolatile(it);
        seen += byAcquire; //~ race VarHandleUpdatesRelaxed.byAcquire
        seen += (int) RELEASED.getAndSetRelease(it, 5);
        return seen + byRelease; //~ race VarHandleUpdatesRelaxed.byRelease
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleUpdatesRelaxed it = new VarHandleUpdatesRelaxed();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        VarHandleUpdatesRelaxed first = new VarHandleUpdatesRelaxed();
        publish(first);
        look(first);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish(it);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = look(it);
        end.release();
        t.join();
        System.out.println(seen <= 6);
    }
}
