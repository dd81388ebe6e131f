// Release on a field of one object, acquire on the same field of another.
//@ mechanism memory modes: VarHandle acquire/release on a field

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleOtherObject {
    int ready;
    static int data;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(VarHandleOtherObject.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void publish() {
        READY.setRelease(this, 1);
    }

    int look() {
        return (int) READY.getAcquire(this);
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleOtherObject mine = new VarHandleOtherObject();
        VarHandleOtherObject yours = new VarHandleOtherObject();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        mine.publish();
        yours.look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race VarHandleOtherObject.data
            mine.publish();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int ready = yours.look();
        int seen = data; //~ race VarHandleOtherObject.data
        end.release();
        t.join();
        System.out.println(ready + seen <= 1);
    }
}
