// Missed because: threads are not switched while a class is initialised. Two classes need each other for that, and
// two threads that begin at different ends wait for each other.
//@ mechanism explore: class initialisation cycle
//@ finds deadlock

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
        Thread one = new Thread(() -> steps = Left.value);
        Thread two = new Thread(() -> steps = Right.value);
        one.start();
        two.start();
        one.join();
        two.join();
        if (Left.value + Right.value != 3) {
            throw new AssertionError(Left.value + ", " + Right.value);
        }
    }
}
