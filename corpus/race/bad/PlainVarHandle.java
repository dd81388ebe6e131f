// A VarHandle's plain set and get are plain accesses, of static fields, fields and elements.
//@ mechanism memory modes: VarHandle plain mode

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class PlainVarHandle {
    static int shared;
    int own;
    static final VarHandle SHARED;
    static final VarHandle OWN;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            SHARED = MethodHandles.lookup().findStaticVarHandle(PlainVarHandle.class, "shared", int.class);
            OWN = MethodHandles.lookup().findVarHandle(PlainVarHandle.class, "own", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void write(PlainVarHandle it, int[] data) {
        SHARED.set(1); //~ race PlainVarHandle.shared
        OWN.set(it, 1); //~ race PlainVarHandle.own
        ELEMENT.set(data, 2, 1); //~ race data[2]
    }

    static int read(PlainVarHandle it, int[] data) {
        shared = 2; //~ race PlainVarHandle.shared
        int seen = (int) OWN.get(it); //~ race PlainVarHandle.own
        return seen + (int) ELEMENT.get(data, 2); //~ race data[2]
    }

    public static void main(String[] args) throws InterruptedException {
        PlainVarHandle it = new PlainVarHandle();
        int[] data = new int[4]; //~ array data
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(it, data);
        read(it, data);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            write(it, data);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = read(it, data);
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
