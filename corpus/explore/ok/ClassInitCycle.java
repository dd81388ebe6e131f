// Two classes need each other while they are initialised. One thread begins both before any other needs them.
//@ mechanism explore: class initialisation cycle

public class ClassInitCycle {
    static volatile int steps;

    static class Left {
        static int value;

        static {
            steps = 1;
            value = Right.value + 1;
        }
    }

    static class Right {
        static int value;

        static {
            steps = 2;
            value = Left.value + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int before = Left.value;
        Thread one = new Thread(() -> steps = Left.value);
        Thread two = new Thread(() -> steps = Right.value);
        one.start();
        two.start();
        one.join();
        two.join();
        if (Left.value + Right.value != 3) {
            throw new AssertionError(Left.value + ", " + Right.value);
        }
        if (before != Left.value) {
            throw new AssertionError(before);
        }
    }
}
