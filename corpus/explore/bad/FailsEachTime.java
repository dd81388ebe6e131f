// One thread fails whatever the schedule, and that must not hide what only some schedules show.
//@ mechanism explore: a failure of each schedule
//@ finds deadlock

public class FailsEachTime {
    static final Object left = new Object();
    static final Object right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                if (first == second) throw new AssertionError("both are one");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread broken = new Thread(() -> {
            throw new IllegalStateException("it is always so");
        });
        Thread one = new Thread(() -> both(left, right));
        Thread two = new Thread(() -> both(right, left));
        broken.start();
        one.start();
        two.start();
        broken.join();
        one.join();
        two.join();
    }
}
