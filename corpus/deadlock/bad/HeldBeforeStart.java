// Main is in the monitor since before there was a second thread, and waits for one that wants it.
//@ mechanism deadlocks: held before the first start

public class HeldBeforeStart {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        synchronized (monitor) {
            Thread worker = new Thread(() -> {
                synchronized (monitor) { //~ waits pair
                    throw new AssertionError();
                }
            });
            worker.start();
            worker.join(); //~ waits pair
        }
    }
}
