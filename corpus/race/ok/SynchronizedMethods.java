// Synchronized methods, of instances and static, of every kind of result.
//@ mechanism thread basics: synchronized methods

public class SynchronizedMethods {
    private int count;
    private static long total;
    private double mean;
    private String name = "";

    synchronized int increment() {
        return ++count;
    }

    synchronized double average(double x) {
        mean += x;
        return mean;
    }

    synchronized String rename(String name) {
        String old = this.name;
        this.name = name;
        return old;
    }

    static synchronized long add(long amount) {
        total += amount;
        return total;
    }

    static synchronized void reset() {
        total = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedMethods it = new SynchronizedMethods();
        reset();
        Runnable work = () -> {
            for (int i = 0; i < 500; i++) {
                it.increment();
                it.average(0.5);
                it.rename("x");
                add(2);
            }
        };
        Thread a = new Thread(work);
        Thread b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        if (it.increment() != 1001 || add(0) != 2000 || it.average(0) != 500 || !it.rename("").equals("x")) {
            throw new AssertionError();
        }
    }
}
