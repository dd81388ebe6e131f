// Two virtual threads run on the same carrier, one after the other: nothing orders them.
//@ jdk 21+
//@ mechanism virtual threads: threads on one carrier

import java.util.concurrent.Semaphore;

public class VirtualOneCarrier {
    static int data;
    static final Semaphore end = new Semaphore(0);

    static class Rider implements Runnable {
        String carrier;

        @Override
        public void run() {
            String name = Thread.currentThread().toString();
            carrier = name.substring(name.indexOf('@'));
            data++; //~ race VirtualOneCarrier.data
            end.acquireUninterruptibly();
        }
    }

    /** Starts a thread and waits until it is parked, without being ordered after it. */
    static Thread start(Runnable task) {
        Thread t = Thread.startVirtualThread(task);
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        Rider first = new Rider();
        Rider second = new Rider();
        Thread one = start(first);
        Thread other = start(second);
        end.release(2);
        one.join();
        other.join();
        if (!first.carrier.equals(second.carrier)) {
            throw new AssertionError(first.carrier + " and " + second.carrier);
        }
    }
}
