// Two threads take two locks in opposite order, each after a number of steps of its own (args[0] and args[1],
// 50 and 50): they hang only if they come to the locks at the same time. The test of
// deadlock detection in Bijlsma's thesis.
//@ mechanism explore: deadlock after delays
//@ finds deadlock

public class Delay {
    static final Object a = new Object();
    static final Object b = new Object();
    static volatile int left;
    static volatile int right;

    public static void main(String[] args) throws InterruptedException {
        int delay1 = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        int delay2 = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        Thread first = new Thread(() -> {
            for (int n = 0; n < delay1; n++) {
                left = n;
            }
            synchronized (a) {
                synchronized (b) {
                    left = -1;
                }
            }
        });
        Thread second = new Thread(() -> {
            for (int n = 0; n < delay2; n++) {
                right = n;
            }
            synchronized (b) {
                synchronized (a) {
                    right = -1;
                }
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
        if (left + right != -2) {
            throw new AssertionError();
        }
    }
}
