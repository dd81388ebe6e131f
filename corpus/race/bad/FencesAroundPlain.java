// A plain access beside a fence races, but what the fence hands over by it is ordered: the sequences race, and not
// what goes through the ring.
//@ mechanism memory modes: fences

import java.lang.invoke.VarHandle;

public class FencesAroundPlain {
    static class Value {
        long value;
    }

    /** The fences are in a class below that of the field, and one of them behind a method of its own. */
    static class Sequence extends Value {
        void set(long next) {
            Memory.releaseFence();
            value = next; //~ race FencesAroundPlain$Value.value
        }

        long get() {
            long seen = value; //~ race FencesAroundPlain$Value.value
            VarHandle.acquireFence();
            return seen;
        }
    }

    static class Memory {
        static void releaseFence() {
            VarHandle.releaseFence();
        }
    }

    static final int SIZE = 8;

    static final Object[] ring = new Object[SIZE];
    static final Sequence produced = new Sequence(), consumed = new Sequence();
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(() -> {
            for (long at = 1; at <= 100; at++) {
                while (produced.get() < at) {
                    Thread.onSpinWait();
                }
                sum += ((int[]) ring[(int) at % SIZE])[0];
                consumed.set(at);
            }
        });
        consumer.start();
        for (int at = 1; at <= 100; at++) {
            while (consumed.get() < at - SIZE) {
                Thread.onSpinWait();
            }
            ring[at % SIZE] = new int[] {at};
            produced.set(at);
        }
        consumer.join();
        if (sum != 5050) {
            throw new AssertionError(sum);
        }
    }
}
