// A latch of the program's own making is opened only if a thread waits at it already.
//@ mechanism explore: locks of one's own
//@ finds stuck

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnLatch extends AbstractQueuedSynchronizer {
    @Override
    protected int tryAcquireShared(int ignored) {
        return getState() != 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(int ignored) {
        setState(1);
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        OwnLatch latch = new OwnLatch();
        Thread opener = new Thread(() -> {
            if (latch.hasQueuedThreads()) {
                latch.releaseShared(1);
            }
        });
        opener.start();
        latch.acquireShared(1);
        opener.join();
    }
}
