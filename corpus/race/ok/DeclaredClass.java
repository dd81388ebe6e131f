// A gate of static methods whose order Raddle cannot see: their class is the key.
//@ mechanism declared: --happens-before rules
//@ options --happens-before=DeclaredClass.open->DeclaredClass.pass

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DeclaredClass {
    static final VarHandle OPEN;

    static {
        try {
            OPEN = MethodHandles.lookup().findStaticVarHandle(DeclaredClass.class, "open", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static boolean open;
    static int data;

    static void open(boolean state) {
        OPEN.setOpaque(state);
    }

    static void pass(boolean state) {
        while ((boolean) OPEN.getOpaque() != state) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        open(true);
        pass(true);
        open(false);
        Thread writer = new Thread(() -> {
            data = 5;
            open(true);
        });
        writer.start();
        pass(true);
        System.out.println(data);
        writer.join();
    }
}
