/** Raw material: the test turns these methods into what no javac would write. */
public class Odd {
    int plain;
    long twin;
    Object lock = new Object();

    Odd(int plain) {
        this.plain = plain;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        plain = 0;
    }

    synchronized int kept(int n) {
        while (n > 0) {
            n--;
        }
        return n;
    }

    static Object fresh() {
        return new Object();
    }

    static int guarded(Odd o) {
        synchronized (o.lock) {
            return ++o.plain;
        }
    }

    native synchronized void outside();

    public static void main(String[] args) {
        Odd odd = new Odd(4);
        if (odd.kept(3) != 0 || Thread.holdsLock(odd) || guarded(odd) != 5 || Thread.holdsLock(odd.lock)) {
            throw new Error();
        }
        System.out.println("done");
    }
}
