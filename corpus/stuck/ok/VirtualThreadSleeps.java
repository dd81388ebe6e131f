// Main waits for a virtual thread that sleeps.
//@ mechanism stuck programs: virtual threads
//@ jdk 21+

public class VirtualThreadSleeps {
    public static void main(String[] args) throws InterruptedException {
        Thread virtual = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        virtual.join();
    }
}
