// Main waits for a notification, and the only other threads are daemons that wait themselves.
//@ mechanism stuck programs: daemon threads
//@ others

import java.util.concurrent.LinkedBlockingQueue;

public class DaemonsOnlyIdle {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        Thread daemon = new Thread(() -> {
            try {
                while (true) {
                    tasks.take().run();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Object done = new Object();
        synchronized (done) {
            done.wait(); //~ waits all
        }
    }
}
