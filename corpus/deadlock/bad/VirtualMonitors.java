// A virtual thread and a platform thread, two monitors.
//@ mechanism deadlocks: virtual threads
//@ jdk 21+

import java.util.concurrent.Phaser;

public class VirtualMonitors {
    static final Phaser meeting = new Phaser(2);

    static void take(Object first, Object second) {
        synchronized (first) {
            meeting.arriveAndAwaitAdvance();
            synchronized (second) { //~ waits pair*2
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object left = new Object();
        Object right = new Object();
        Thread.startVirtualThread(() -> take(left, right));
        take(right, left);
    }
}
