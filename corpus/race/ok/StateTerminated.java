// A thread whose state is TERMINATED has done all it did before.
//@ mechanism thread basics: isAlive() and getState()

public class StateTerminated {
    static int data;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            data = 1;
        });
        t.start();
        while (t.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        data++;
        if (data != 2) {
            throw new AssertionError(data);
        }
    }
}
