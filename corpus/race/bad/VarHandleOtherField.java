// Release on one field, acquire on another field of the same object: these are two variables, and nothing
// is ordered.
//@ mechanism memory modes: VarHandle acquire/release on a field

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleOtherField {
    int left;
    int right;
    static int data;
    static final VarHandle LEFT;
    static final VarHandle RIGHT;

    static {
        try {
            LEFT = MethodHandles.lookup().findVarHandle(VarHandleOtherField.class, "left", int.class);
            RIGHT = MethodHandles.lookup().findVarHandle(VarHandleOtherField.class, "right", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void publish(VarHandleOtherField it) {
        LEFT.setRelease(it, 1);
    }

    static int look(VarHandleOtherField it) {
        return (int) RIGHT.getAcquire(it);
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleOtherField it = new VarHandleOtherField();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish(it);
        look(it);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race VarHandleOtherField.data
            publish(it);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int right = look(it);
        int seen = data; //~ race VarHandleOtherField.data
        end.release();
        t.join();
        System.out.println(right + seen <= 1);
    }
}
