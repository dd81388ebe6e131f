// What a thread publishes by a fence and an opaque write together with others does not cover what it learns later.
//@ mechanism memory modes: fences

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

public class FencesBesideOthers {
    static final VarHandle PLACE;

    static {
        try {
            PLACE = MethodHandles.lookup().findStaticVarHandle(FencesBesideOthers.class, "place", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final AtomicInteger step = new AtomicInteger();
    static volatile int learnt, passed;
    static int place;
    static int data;

    static void await(int turn) {
        while (step.getOpaque() != turn) {
            Thread.onSpinWait();
        }
    }

    static void publish(int value) {
        VarHandle.releaseFence();
        PLACE.setOpaque(value);
    }

    static int acquire() {
        int value = (int) PLACE.getOpaque();
        VarHandle.acquireFence();
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        publish(0);
        acquire();
        await(0);
        Thread[] threads = {
            new Thread(() -> {
                publish(1);
                step.setOpaque(1);
            }),
            new Thread(() -> {
                await(1);
                publish(2);
                step.setOpaque(2);
                await(4);
                passed = learnt;
                step.setOpaque(5);
            }),
            new Thread(() -> {
                await(2);
                int seen = acquire();
                step.setOpaque(3);
                await(5);
                if (seen + passed + data != 4) {
                    throw new AssertionError();
                }
            }),
            new Thread(() -> {
                await(3);
                data = 1;
                learnt = 1;
                step.setOpaque(4);
            }),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(data);
    }
}
