// The remedies for classes that are not made for sharing: one per thread, a copy, a generator split off.
//@ mechanism collections: SimpleDateFormat
//@ mechanism collections: Calendar
//@ mechanism collections: SplittableRandom
//@ mechanism collections: StringBuilder

import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.SplittableRandom;

public class FormatPerThread {
    static final ThreadLocal<SimpleDateFormat> FORMAT =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy", Locale.ROOT));

    static int work(SplittableRandom random, Calendar calendar) {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            calendar.add(Calendar.DATE, random.nextInt(5));
            StringBuilder text = new StringBuilder(FORMAT.get().format(calendar.getTime()));
            sum += text.append(calendar.get(Calendar.MONTH)).length();
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Calendar calendar = new GregorianCalendar(2020, Calendar.MARCH, 1);
        SplittableRandom random = new SplittableRandom(7);
        Calendar copy = (Calendar) calendar.clone();
        SplittableRandom half = random.split();
        int[] sum = new int[1];
        Thread t = new Thread(() -> {
            sum[0] = work(half, copy);
        });
        t.start();
        int mine = work(random, calendar);
        t.join();
        if (mine + sum[0] < 200) {
            throw new AssertionError(mine);
        }
    }
}
