/** Methods of every shape that a rule may name. */
public class Declared {
    Object kept;

    Declared(Object o) {
        kept = o;
    }

    void send(Object o) {
        kept = o;
    }

    // Where the argument is depends on those before it.
    Object take(long a, double b, String key, int n) {
        while (n > 0) n--;
        return n == 0 ? kept : key;
    }

    static synchronized Object make(int n) {
        return n > 0 ? new Object() : null;
    }

    static long lose(long a, Object key) {
        key = null;
        return a;
    }

    static void swap(Object key, long a) {
        for (long b = a; b > 0; b--) a += b;
    }

    native void outside();

    public static void main(String[] args) {
        Declared d = new Declared("a");
        d.send("b");
        swap("k", lose(2, "k"));
        if (d.take(1, 2, "k", 3) != "b" || make(1) == null || make(0) != null) throw new Error();
        System.out.println("done");
    }
}
