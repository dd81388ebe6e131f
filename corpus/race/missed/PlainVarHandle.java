// Missed because: a VarHandle's plain set writes the field from inside the JDK.
//@ mechanism memory modes: VarHandle plain mode

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainVarHandle {
    static int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findStaticVarHandle(PlainVarHandle.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> VALUE.set(1));
        t.start();
        value = 2;
        t.join();
        System.out.println(value > 0);
    }
}
