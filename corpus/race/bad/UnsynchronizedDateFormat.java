// Two threads format with one SimpleDateFormat, which is not made for it.
//@ mechanism collections: SimpleDateFormat

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.concurrent.Semaphore;

public class UnsynchronizedDateFormat {
    public static void main(String[] args) throws InterruptedException {
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        format.format(new Date(0));
        Date now = new Date(1_000_000_000_000L);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            format.format(now); //~ race contents:SimpleDateFormat
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = format.format(now); //~ race contents:SimpleDateFormat
        end.release();
        t.join();
        System.out.println(seen);
    }
}
