// A plain access races with one of the same variable in another mode that nothing orders: a field, a static field,
// an element; reads, writes and updates; whichever comes first.
//@ mechanism memory modes: plain accesses beside other modes

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainBesideVolatileMode {
    static class Shared {
        int written;
        int read;
        int updated;
        int before;
        static int common;
        final int[] elements = new int[3]; //~ array elements
    }

    static boolean ready;
    static final VarHandle READY;
    static final VarHandle WRITTEN;
    static final VarHandle READ;
    static final VarHandle UPDATED;
    static final VarHandle BEFORE;
    static final VarHandle COMMON;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findStaticVarHandle(PlainBesideVolatileMode.class, "ready", boolean.class);
            WRITTEN = lookup.findVarHandle(Shared.class, "written", int.class);
            READ = lookup.findVarHandle(Shared.class, "read", int.class);
            UPDATED = lookup.findVarHandle(Shared.class, "updated", int.class);
            BEFORE = lookup.findVarHandle(Shared.class, "before", int.class);
            COMMON = lookup.findStaticVarHandle(Shared.class, "common", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void first(Shared shared) {
        WRITTEN.setVolatile(shared, 1); //~ race Shared.written
        int seen = (int) READ.getVolatile(shared); //~ race Shared.read
        UPDATED.getAndAdd(shared, 1); //~ race Shared.updated
        shared.before = 1; //~ race Shared.before
        COMMON.setRelease(1); //~ race Shared.common
        ELEMENT.setVolatile(shared.elements, 1, seen); //~ race elements[1]
        READY.setOpaque(true);
    }

    static int second(Shared shared) {
        while (!(boolean) READY.getOpaque()) {
            Thread.onSpinWait();
        }
        int seen = shared.written; //~ race Shared.written
        shared.read = 1; //~ race Shared.read
        seen += shared.updated; //~ race Shared.updated
        seen += (int) BEFORE.getAcquire(shared); //~ race Shared.before
        Shared.common = 2; //~ race Shared.common
        shared.elements[1] = 2; //~ race elements[1]
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        first(new Shared());
        second(new Shared());
        READY.set(false);
        Shared shared = new Shared();
        Thread t = new Thread(() -> first(shared));
        t.start();
        int seen = second(shared);
        t.join();
        System.out.println(seen <= 3);
    }
}
