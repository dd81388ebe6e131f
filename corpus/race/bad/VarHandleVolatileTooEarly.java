// setVolatile publishes what came before it, not what comes after.
//@ mechanism memory modes: VarHandle volatile mode

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleVolatileTooEarly {
    static boolean ready;
    static int data;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(VarHandleVolatileTooEarly.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void publish() {
        READY.setVolatile(true);
    }

    static boolean look() {
        return (boolean) READY.getVolatile();
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish();
        look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish();
            data = 1; //~ race VarHandleVolatileTooEarly.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean seen = look();
        data = 2; //~ race VarHandleVolatileTooEarly.data
        end.release();
        t.join();
        System.out.println(seen);
    }
}
