// Compare-and-set, exchange and get-and-update of a VarHandle publish, and acquire, by their modes.
//@ mechanism memory modes: VarHandle volatile mode
//@ mechanism memory modes: VarHandle compare-and-set and get-and-update

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleUpdates {
    int state;
    int data;
    static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(VarHandleUpdates.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Moves the state from one number to the next, each time by other modes. */
    static boolean step(VarHandleUpdates it, int from) {
        switch (from) {
            case 0:
                STATE.setVolatile(it, 1);
                return true;
            case 1:
                return STATE.compareAndSet(it, 1, 2);
            case 2:
                return (int) STATE.compareAndExchange(it, 2, 3) == 2;
            case 3:
                return (int) STATE.compareAndExchangeRelease(it, 3, 4) == 3;
            case 4:
                return STATE.weakCompareAndSetRelease(it, 4, 5);
            case 5:
                return (int) STATE.getAndAddRelease(it, 1) == 5;
            case 6:
                return (int) STATE.getAndSetRelease(it, 7) == 6;
            case 7:
                return (int) STATE.getAndBitwiseOr(it, 8) == 7;
            default:
                throw new AssertionError(from);
        }
    }

    static int look(VarHandleUpdates it, int round) {
        switch (round % 4) {
            case 0:
                return (int) STATE.getVolatile(it);
            case 1:
                return (int) STATE.getAndAddAcquire(it, 0);
            case 2:
                return (int) STATE.compareAndExchangeAcquire(it, -1, -1);
            default:
                return (int) STATE.getAcquire(it);
        }
    }

    static int next(int state) {
        return state == 7 ? 15 : state + 1;
    }

    static void play(VarHandleUpdates it, int me) {
        for (int state = 0, round = 0; state != 15; state = next(state), round++) {
            if (round % 2 == me) {
                it.data++;
                while (!step(it, state)) {
                    Thread.onSpinWait();
                }
            } else {
                while (look(it, round) == state) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleUpdates it = new VarHandleUpdates();
        Thread t = new Thread(() -> play(it, 1));
        t.start();
        play(it, 0);
        t.join();
        if (it.data != 8) {
            throw new AssertionError(it.data);
        }
    }
}
