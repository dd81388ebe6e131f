// Mailboxes with a declared order: taking from one is not ordered by sending to another.
//@ mechanism declared: --happens-before rules
//@ options --happens-before=DeclaredOtherKey.send->DeclaredOtherKey.take

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DeclaredOtherKey {
    static final VarHandle ITEM;

    static {
        try {
            ITEM = MethodHandles.lookup().findVarHandle(DeclaredOtherKey.class, "item", int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;
    int[] item;

    void send(int[] value) {
        ITEM.setOpaque(this, value);
    }

    int[] take() {
        int[] taken;
        while ((taken = (int[]) ITEM.getOpaque(this)) == null) {
            Thread.onSpinWait();
        }
        return taken;
    }

    static Object peek(DeclaredOtherKey box) {
        return ITEM.getOpaque(box);
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        DeclaredOtherKey warm = new DeclaredOtherKey();
        warm.send(new int[1]);
        warm.take();
        peek(warm);
        DeclaredOtherKey left = new DeclaredOtherKey();
        DeclaredOtherKey right = new DeclaredOtherKey();
        Thread sender = new Thread(() -> {
            left.send(new int[1]);
            data = 7; //~ race DeclaredOtherKey.data
            right.send(new int[1]);
        });
        sender.start();
        // Waits for the right box, and takes from the left one.
        while (peek(right) == null) {
            Thread.onSpinWait();
        }
        left.take();
        int seen = data; //~ race DeclaredOtherKey.data
        System.out.println(seen == 0 || seen == 7);
        sender.join();
    }
}
