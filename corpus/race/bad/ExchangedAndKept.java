// A thread goes on writing to what it has given away by an Exchanger.
//@ mechanism java.util.concurrent: Exchanger

import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;

public class ExchangedAndKept {
    static final Exchanger<ExchangedAndKept> exchanger = new Exchanger<>();
    int data;

    static ExchangedAndKept exchange(ExchangedAndKept mine) {
        try {
            return exchanger.exchange(mine);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            ExchangedAndKept mine = new ExchangedAndKept();
            exchange(mine);
            mine.data = 1; //~ race ExchangedAndKept.data
            end.acquireUninterruptibly();
        });
        t.start();
        ExchangedAndKept yours = exchange(new ExchangedAndKept());
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = yours.data; //~ race ExchangedAndKept.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
