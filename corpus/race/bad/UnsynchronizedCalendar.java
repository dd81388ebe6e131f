// A thread reads a Calendar that another one sets.
//@ mechanism collections: Calendar

import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.concurrent.Semaphore;

public class UnsynchronizedCalendar {
    public static void main(String[] args) throws InterruptedException {
        Calendar calendar = new GregorianCalendar(2020, Calendar.MARCH, 1);
        calendar.get(Calendar.YEAR);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            calendar.set(Calendar.YEAR, 2021); //~ race contents:GregorianCalendar
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = calendar.get(Calendar.YEAR); //~ race contents:GregorianCalendar
        end.release();
        t.join();
        System.out.println(seen >= 2020);
    }
}
