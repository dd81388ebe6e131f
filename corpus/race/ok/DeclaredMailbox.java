// A mailbox whose order Raddle cannot see: opaque accesses stand for native code. The user declares it; the
// key is the mailbox.
//@ mechanism declared: --happens-before rules
//@ options --happens-before=DeclaredMailbox.send->DeclaredMailbox.take

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DeclaredMailbox {
    static final VarHandle ITEM;

    static {
        try {
            ITEM = MethodHandles.lookup().findVarHandle(DeclaredMailbox.class, "item", int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        DeclaredMailbox warm = new DeclaredMailbox();
        warm.send(new int[1]);
        warm.take();
        DeclaredMailbox box = new DeclaredMailbox();
        Thread sender = new Thread(() -> {
            int[] letter = new int[1];
            letter[0] = 7;
            box.send(letter);
        });
        sender.start();
        int[] letter = box.take();
        System.out.println(letter[0]++);
        sender.join();
    }
}
