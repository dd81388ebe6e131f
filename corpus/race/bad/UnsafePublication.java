// An object is published through a plain field: both the reference and the object's content race.
// The reader waits until the writer is parked, which orders nothing in the memory model.
//@ mechanism thread basics: publication of an object

import java.util.concurrent.CountDownLatch;

public class UnsafePublication {
    static class Holder {
        int value;

        Holder(int value) {
            this.value = value; //~ race Holder.value
        }
    }

    static Holder shared;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            shared = new Holder(42); //~ race UnsafePublication.shared
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Holder holder = shared; //~ race UnsafePublication.shared
        int seen = holder.value; //~ race Holder.value
        end.countDown();
        writer.join();
        System.out.println(seen);
    }
}
