// A plain long: besides being unordered, its two halves may be seen apart (JLS 17.7).
//@ mechanism grading: torn long and double

public class LongTorn {
    static class Clock {
        long now;
    }

    public static void main(String[] args) throws InterruptedException {
        Clock clock = new Clock();
        Thread t = new Thread(() -> {
            clock.now = 0x1234_5678_9abc_def0L; //~ race Clock.now
        });
        t.start();
        long seen = clock.now; //~ race Clock.now
        t.join();
        System.out.println(seen != 1);
    }
}
