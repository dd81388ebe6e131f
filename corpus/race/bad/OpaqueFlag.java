// A VarHandle's opaque mode is coherent but orders nothing else.
//@ mechanism memory modes: VarHandle opaque mode
//@ mechanism memory modes: Thread.onSpinWait

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaqueFlag {
    static boolean ready;
    static int data;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(OpaqueFlag.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void set(boolean value) {
        READY.setOpaque(value);
    }

    static boolean get() {
        return (boolean) READY.getOpaque();
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        set(get());
        Thread writer = new Thread(() -> {
            data = 1; //~ race OpaqueFlag.data
            set(true);
        });
        writer.start();
        while (!get()) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race OpaqueFlag.data
        writer.join();
        System.out.println(seen <= 1);
    }
}
