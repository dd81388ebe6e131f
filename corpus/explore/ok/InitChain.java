// Each class needs the next one while it is initialised. Two threads begin at different links, and there is no
// cycle.
//@ mechanism explore: class initialisation

public class InitChain {
    static volatile int steps;

    static class First {
        static final int value;

        static {
            steps = steps + 1;
            value = Second.value + 1;
        }
    }

    static class Second {
        static final int value;

        static {
            steps = steps + 10;
            value = Third.value + 1;
        }
    }

    static class Third {
        static final int value;

        static {
            Thread.yield();
            value = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> expect(3, First.value));
        Thread two = new Thread(() -> expect(2, Second.value));
        Thread three = new Thread(() -> expect(1, Third.value));
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
    }

    static void expect(int expected, int value) {
        if (value != expected) {
            throw new AssertionError(value);
        }
    }
}
