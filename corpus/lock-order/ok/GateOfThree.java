// A ring of three, of which two sides go through a gate: they cannot be inside at the same time.
//@ mechanism lock order: a gate

public class GateOfThree {
    static final Object gate = new Object();

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    static void gated(Object outer, Object inner) {
        synchronized (gate) {
            both(outer, inner);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        Thread first = new Thread(() -> gated(a, b));
        Thread second = new Thread(() -> gated(b, c));
        first.start();
        second.start();
        both(c, a);
        first.join();
        second.join();
    }
}
