// Release on one static field, acquire on another of the same class.
//@ mechanism memory modes: VarHandle acquire/release on a static field

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleOtherStatic {
    static int left;
    static int right;
    static int data;
    static final VarHandle LEFT;
    static final VarHandle RIGHT;

    static {
        try {
            LEFT = MethodHandles.lookup().findStaticVarHandle(VarHandleOtherStatic.class, "left", int.class);
            RIGHT = MethodHandles.lookup().findStaticVarHandle(VarHandleOtherStatic.class, "right", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void publish() {
        LEFT.setRelease(1);
    }

    static int look() {
        return (int) RIGHT.getAcquire();
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish();
        look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race VarHandleOtherStatic.data
            publish();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int right = look();
        int seen = data; //~ race VarHandleOtherStatic.data
        end.release();
        t.join();
        System.out.println(right + seen <= 1);
    }
}
