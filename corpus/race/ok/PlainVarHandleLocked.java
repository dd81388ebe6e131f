// A VarHandle's plain accesses under a lock, on neighbouring elements, and after join.
//@ mechanism memory modes: VarHandle plain mode

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainVarHandleLocked {
    int count;
    static final VarHandle COUNT;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(PlainVarHandleLocked.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void work(PlainVarHandleLocked it, int[] data, int index) {
        for (int i = 0; i < 100; i++) {
            synchronized (it) {
                COUNT.set(it, (int) COUNT.get(it) + 1);
            }
            ELEMENT.set(data, index, i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PlainVarHandleLocked it = new PlainVarHandleLocked();
        int[] data = new int[2];
        Thread t = new Thread(() -> work(it, data, 0));
        t.start();
        work(it, data, 1);
        t.join();
        if (it.count != 200 || (int) ELEMENT.get(data, 0) != 99) {
            throw new AssertionError(it.count);
        }
    }
}
