// What the JDK does once in the life of a JVM takes long, and is no part of a schedule: neither of the one that fails,
// which is not a JVM's first, nor of its repetition, which is.
//@ mechanism explore: what the JDK makes ready once
//@ finds uncaught-exception

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;

public class MadeReadyOnce {
    static volatile int arrived;
    static volatile int last;

    static void arrive(int number) {
        last = number;
        arrived = arrived + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> arrive(number));
            threads[i].start();
        }
        String day = new SimpleDateFormat("EEEE dd MMMM yyyy", Locale.GERMANY).format(new Date(0));
        for (Thread thread : threads) {
            thread.join();
        }
        if (arrived == 1 && last == 0) {
            throw new AssertionError("three are missing on " + day);
        }
    }
}
