// A record is shallowly immutable: what its array component holds is not.
//@ mechanism bulk and indirect: records with mutable components

import java.util.concurrent.Semaphore;

public class RecordComponent {
    record Scores(String name, int[] values) {}

    public static void main(String[] args) throws InterruptedException {
        int[] values = {1, 2, 3}; //~ array values
        Scores scores = new Scores("a", values);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            scores.values()[1] = 5; //~ race values[1]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = scores.values()[1]; //~ race values[1]
        end.release();
        t.join();
        System.out.println(seen == 2 || seen == 5);
    }
}
