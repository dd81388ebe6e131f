// A plain field that is updated by a VarHandle in one step.
//@ mechanism explore: VarHandle get, then set
//@ small

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
        COUNT.getAndAdd(amount);
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
