// An enum constant is one object for all threads, and its field may change.
//@ mechanism bulk and indirect: enums with mutable fields

import java.util.concurrent.Semaphore;

public class EnumField {
    enum Level {
        LOW,
        HIGH;

        int uses;
    }

    public static void main(String[] args) throws InterruptedException {
        Level level = Level.LOW;
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            level.uses++; //~ race Level.uses
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Level.valueOf("LOW").uses++; //~ race Level.uses
        end.release();
        t.join();
        System.out.println(level.uses <= 2);
    }
}
