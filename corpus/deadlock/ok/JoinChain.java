// Threads that wait for each other's end in a row, and the last one for a timer.
//@ mechanism deadlocks: join

public class JoinChain {
    public static void main(String[] args) throws InterruptedException {
        Thread previous = new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        previous.start();
        for (int i = 0; i < 8; i++) {
            Thread before = previous;
            previous = new Thread(() -> {
                try {
                    before.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            previous.start();
        }
        previous.join();
    }
}
