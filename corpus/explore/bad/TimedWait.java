// A wait with a timeout ends, and what was waited for is taken to be there.
//@ mechanism explore: timed wait
//@ options --early-timeouts
//@ finds uncaught-exception

public class TimedWait {
    static int divisor;

    static synchronized void set() {
        divisor = 4;
        TimedWait.class.notifyAll();
    }

    static synchronized int divide() throws InterruptedException {
        if (divisor == 0) {
            TimedWait.class.wait(1000);
        }
        return 100 / divisor;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(TimedWait::set);
        setter.start();
        if (divide() != 25) {
            throw new AssertionError();
        }
        setter.join();
    }
}
