// A thread that isAlive() says is dead has done all it did before.
//@ mechanism thread basics: isAlive() and getState()

public class IsAliveFalse {
    static int data;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            data = 1;
        });
        t.start();
        while (t.isAlive()) {
            Thread.onSpinWait();
        }
        data++;
        if (data != 2) {
            throw new AssertionError(data);
        }
    }
}
