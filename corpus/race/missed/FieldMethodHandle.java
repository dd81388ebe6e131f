// Missed because: a setter method handle writes the field from inside the JDK.
//@ mechanism bulk and indirect: method handles on fields

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class FieldMethodHandle {
    static int value;

    public static void main(String[] args) throws Exception {
        MethodHandle setter =
                MethodHandles.lookup().findStaticSetter(FieldMethodHandle.class, "value", int.class);
        Thread t = new Thread(() -> {
            try {
                setter.invokeExact(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        value = 2;
        t.join();
        System.out.println(value > 0);
    }
}
