// Plain longs and doubles, in objects, statics and arrays, under one lock.
//@ mechanism grading: torn long and double
//@ mechanism thread basics: fields of every type

public class LongAndDoubleLocked {
    static final Object lock = new Object();
    static long staticLong;
    static double staticDouble;
    long aLong;
    double aDouble;
    final long[] longs = new long[2];
    final double[] doubles = new double[2];

    void work() {
        for (int i = 0; i < 300; i++) {
            synchronized (lock) {
                staticLong += 1;
                staticDouble += 0.5;
                aLong -= 1;
                aDouble -= 0.5;
                longs[i & 1] += 1L << 33;
                doubles[i & 1] *= 1.5;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LongAndDoubleLocked it = new LongAndDoubleLocked();
        Thread t = new Thread(it::work);
        t.start();
        it.work();
        t.join();
        if (staticLong + it.aLong != 0 || staticDouble + it.aDouble != 0 || it.longs[1] != 300L << 33) {
            throw new AssertionError();
        }
    }
}
