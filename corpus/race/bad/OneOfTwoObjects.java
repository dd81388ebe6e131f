// Two objects of one class: one is locked, the other is not.
//@ mechanism thread basics: objects of one class apart

public class OneOfTwoObjects {
    static class Cell {
        int value;
    }

    static final Cell safe = new Cell();
    static final Cell unsafe = new Cell();

    public static void main(String[] args) throws InterruptedException {
        // Both write the unsafe one first, before the lock on the safe one orders them.
        Thread t = new Thread(() -> {
            unsafe.value = 1; //~ race Cell.value
            synchronized (safe) {
                safe.value++;
            }
        });
        t.start();
        unsafe.value = 2; //~ race Cell.value
        synchronized (safe) {
            safe.value++;
        }
        t.join();
        System.out.println(safe.value);
    }
}
