// A request counts itself in before it looks whether the driver is stopping.
//@ mechanism explore: stop against add
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class BluetoothDriver {
    static final AtomicInteger pending = new AtomicInteger(1);
    static volatile boolean stopping;
    static volatile boolean stopped;

    static void leave() {
        if (pending.decrementAndGet() == 0) {
            stopped = true;
        }
    }

    static void request() {
        pending.incrementAndGet();
        if (!stopping && stopped) {
            throw new AssertionError("works on a stopped driver");
        }
        leave();
    }

    static void stop() {
        stopping = true;
        leave();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread adder = new Thread(BluetoothDriver::request);
        Thread stopper = new Thread(BluetoothDriver::stop);
        adder.start();
        stopper.start();
        adder.join();
        stopper.join();
        if (!stopped) {
            throw new AssertionError("never stopped");
        }
    }
}
