// Main waits for a virtual thread that waits for a signal.
//@ mechanism stuck programs: virtual threads
//@ jdk 21+

import java.util.concurrent.CountDownLatch;

public class VirtualThreadWaits {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Thread virtual = Thread.startVirtualThread(() -> {
            try {
                never.await(); //~ waits all
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        virtual.join(); //~ waits all
    }
}
