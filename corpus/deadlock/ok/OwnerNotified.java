// Two threads play ping-pong by wait and notify, and hold one more monitor meanwhile, each its own.
//@ mechanism deadlocks: monitors

public class OwnerNotified {
    static final Object table = new Object();
    static int ball;

    static void play(int me) throws InterruptedException {
        Object racket = new Object();
        synchronized (racket) {
            synchronized (table) {
                for (int round = 0; round < 500; round++) {
                    while (ball % 2 != me) {
                        table.wait();
                    }
                    ball++;
                    table.notify();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                play(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        play(0);
        other.join();
        if (ball != 1000) {
            throw new AssertionError(ball);
        }
    }
}
