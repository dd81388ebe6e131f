// A mailbox with a declared order: what the sender does after it has sent is not ordered by it.
//@ mechanism declared: --happens-before rules
//@ options --happens-before=DeclaredTooEarly.send(arg0)->DeclaredTooEarly.take(return)

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DeclaredTooEarly {
    static final VarHandle ITEM;

    static {
        try {
            ITEM = MethodHandles.lookup().findVarHandle(DeclaredTooEarly.class, "item", int[].class);
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
        DeclaredTooEarly warm = new DeclaredTooEarly();
        warm.send(new int[1]);
        warm.take();
        DeclaredTooEarly box = new DeclaredTooEarly();
        Thread sender = new Thread(() -> {
            int[] letter = new int[1]; //~ array letter
            box.send(letter);
            letter[0] = 7; //~ race letter[0]
        });
        sender.start();
        int[] letter = box.take();
        letter[0] = 9; //~ race letter[0]
        sender.join();
        System.out.println(letter[0] > 0);
    }
}
