// A latch of the program's own making that nothing opens.
//@ mechanism stuck programs: latches

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
        new Thread(() -> latch.acquireShared(1)).start(); //~ waits all
        latch.acquireSharedInterruptibly(1); //~ waits all
    }
}
