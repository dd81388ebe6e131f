// A request looks whether the driver is stopping and only then counts itself in: the driver may have stopped
// in between.
//@ mechanism explore: stop against add
//@ finds uncaught-exception

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
        if (stopping) {
            return;
        }
        pending.incrementAndGet();
        if (stopped) {
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
