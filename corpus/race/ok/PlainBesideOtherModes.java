// Plain accesses beside others of the same variable, in order: by the constructor and before publication, by the
// only writer, between a release and an acquire, after the end of the other threads.
//@ mechanism memory modes: plain accesses beside other modes

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainBesideOtherModes {
    private static final VarHandle COUNT;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle STATE;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(PlainBesideOtherModes.class, "count", long.class);
            HEAD = lookup.findVarHandle(PlainBesideOtherModes.class, "head", int.class);
            TAIL = lookup.findVarHandle(PlainBesideOtherModes.class, "tail", int.class);
            STATE = lookup.findVarHandle(PlainBesideOtherModes.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Written by the producer alone, which reads it plainly. */
    private long count;
    /** Each of these has one writer. */
    private int head;
    private int tail;
    private int state;
    private final Object[] slots = new Object[4];

    PlainBesideOtherModes() {
        state = 1;
        slots[0] = null;
    }

    boolean offer(Object item) {
        int at = tail;
        if (at - (int) HEAD.getAcquire(this) == slots.length) return false;
        slots[at & 3] = item;
        COUNT.setOpaque(this, count + 1);
        TAIL.setRelease(this, at + 1);
        return true;
    }

    Object poll() {
        int at = head;
        if (at == (int) TAIL.getAcquire(this)) return null;
        Object item = slots[at & 3];
        slots[at & 3] = null;
        HEAD.setRelease(this, at + 1);
        return item;
    }

    /** A lock of its own: who has it accesses the other variable as he likes. */
    private int guarded;

    void update() {
        while (!STATE.compareAndSet(this, 1, 2)) {
            Thread.onSpinWait();
        }
        guarded++;
        STATE.setRelease(this, 1);
    }

    public static void main(String[] args) throws InterruptedException {
        PlainBesideOtherModes queue = new PlainBesideOtherModes();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 1000; ) {
                if (queue.offer(i)) i++;
                else Thread.onSpinWait();
                if (i % 100 == 0) queue.update();
            }
        });
        producer.start();
        for (int i = 0; i < 1000; ) {
            Object item = queue.poll();
            if (item != null && (int) item != i++) throw new AssertionError(item);
            if ((long) COUNT.getOpaque(queue) < i - 1) throw new AssertionError();
            if (i % 100 == 0) queue.update();
        }
        producer.join();
        if (queue.count != 1000 || queue.state != 1 || queue.slots[1] != null) throw new AssertionError();
        SLOT.setVolatile(queue.slots, 1, "");
    }
}
