// Daemon threads go on while shutdown hooks run: nothing orders the two.
//@ mechanism lifetimes: shutdown hooks

import java.util.concurrent.Semaphore;

public class ShutdownHookAndDaemon {
    static int beats;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (beats > 1) { //~ race ShutdownHookAndDaemon.beats
                throw new AssertionError(beats);
            }
        }));
        Semaphore never = new Semaphore(0);
        Thread t = new Thread(() -> {
            beats++; //~ race ShutdownHookAndDaemon.beats
            never.acquireUninterruptibly();
        });
        t.setDaemon(true);
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
