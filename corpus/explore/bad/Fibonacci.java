// Two threads add to each other's number. The largest value is reached only if they alternate all the time,
// and that it is not reached is what main believes.
//@ mechanism explore: fibonacci
//@ finds uncaught-exception

public class Fibonacci {
    static final int ROUNDS = 3;
    static final int LARGEST = 21;
    static volatile int left = 1;
    static volatile int right = 1;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                left = left + right;
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                right = right + left;
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        if (Math.max(left, right) >= LARGEST) {
            throw new AssertionError(left + ", " + right);
        }
    }
}
