// Much is done before there is a second thread: none of it counts as a step of the schedule.
//@ mechanism explore: steps before there are threads
//@ options --max-steps 1000

public class SetUp {
    static volatile int sum;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 5_000; i++) {
            sum = sum + i;
        }
        synchronized (SetUp.class) {
            sum = sum + 1;
        }
        Thread other = new Thread(() -> sum = -1);
        other.start();
        other.join();
        if (sum != -1) {
            throw new AssertionError(sum);
        }
    }
}
