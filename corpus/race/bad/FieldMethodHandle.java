// Method handles that set or get a field are accesses of it.
//@ mechanism bulk and indirect: method handles on fields

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Semaphore;

public class FieldMethodHandle {
    static int shared;
    int own;
    int read;
    static final MethodHandle SHARED;
    static final MethodHandle OWN;
    static final MethodHandle READ;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SHARED = lookup.findStaticSetter(FieldMethodHandle.class, "shared", int.class);
            OWN = lookup.findSetter(FieldMethodHandle.class, "own", int.class);
            READ = lookup.findGetter(FieldMethodHandle.class, "read", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void write(FieldMethodHandle it) {
        try {
            SHARED.invokeExact(1); //~ race FieldMethodHandle.shared
            OWN.invokeExact(it, 1); //~ race FieldMethodHandle.own
            it.read = 1; //~ race FieldMethodHandle.read
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int read(FieldMethodHandle it) {
        try {
            int seen = shared; //~ race FieldMethodHandle.shared
            seen += it.own; //~ race FieldMethodHandle.own
            return seen + (int) READ.invokeExact(it); //~ race FieldMethodHandle.read
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FieldMethodHandle it = new FieldMethodHandle();
        FieldMethodHandle first = new FieldMethodHandle();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(first);
        read(first);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            write(it);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = read(it);
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
