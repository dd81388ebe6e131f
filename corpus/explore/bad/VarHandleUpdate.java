// A plain field that is read and written by a VarHandle in volatile mode: reading and writing are two steps.
//@ mechanism explore: VarHandle get, then set
//@ finds uncaught-exception

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleUpdate {
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(VarHandleUpdate.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static int count;

    static void add(int amount) {
        int before = (int) COUNT.getVolatile();
        COUNT.setVolatile(before + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> add(1));
        Thread two = new Thread(() -> add(2));
        one.start();
        two.start();
        one.join();
        two.join();
        if (count != 3) {
            throw new AssertionError("count " + count);
        }
    }
}
