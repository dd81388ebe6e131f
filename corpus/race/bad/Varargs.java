// The array behind a variable number of arguments is shared by who keeps it.
//@ mechanism bulk and indirect: varargs

import java.util.concurrent.Semaphore;

public class Varargs {
    static int[] keep(int... values) {
        return values;
    }

    static int sum(int... values) {
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i]; //~ race kept[0]
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] kept = keep(1, 2, 3); //~ array kept
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            kept[0] = 5; //~ race kept[0]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = sum(kept);
        end.release();
        t.join();
        System.out.println(seen >= 6);
    }
}
