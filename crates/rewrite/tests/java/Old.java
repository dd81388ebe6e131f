/** What class files had before there were frames and class constants; compiled anew and aged by the test. */
public class Old {
    static int total;
    static Object[] all = new Object[4];
    final Runnable inner;
    int x;
    long y;

    Old(final int a, boolean flag) {
        this(a > 0 ? new Old(a - 1, flag, "deep") : null, flag ? a : -a);
    }

    Old(Old deep, int a) {
        x = a;
        y = a;
        inner = new Runnable() {
            public void run() {
                y = y + x;
            }
        };
    }

    Old(int a, boolean flag, String s) {
        this((Old) null, flag ? a : s.length());
        x++;
    }

    static synchronized int add(int n) {
        if (n < 0) {
            throw new IllegalArgumentException();
        }
        total += n;
        return total;
    }

    synchronized long sum(int[] a) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
            all[i % 4] = this;
        }
        try {
            y = sum / x;
        } catch (ArithmeticException e) {
            y = -1;
        } finally {
            x = 1;
        }
        synchronized (all) {
            return sum;
        }
    }

    public static void main(String[] args) {
        Old old = new Old(5, true);
        old.inner.run();
        try {
            add(-1);
            throw new Error();
        } catch (IllegalArgumentException e) {
            add(1);
        }
        if (old.x != 5 || old.y != 10 || old.sum(new int[] {1, 2, 3, 4, 5}) != 15 || total != 1 || old.y != 3) {
            throw new Error(old.x + " " + old.y + " " + total);
        }
        System.out.println("done");
    }
}
