// The initialiser of a superclass runs before that of the subclass, and both before any use.
//@ mechanism thread basics: class initialisation

public class ClassInitSuper {
    static class Base {
        static int base;

        static {
            base = 1;
        }
    }

    static class Derived extends Base {
        static int derived;

        static {
            derived = base + 1;
        }

        static int sum() {
            return base + derived;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            if (Derived.sum() != 3 || Derived.base != 1) {
                throw new AssertionError();
            }
        };
        Thread a = new Thread(look);
        Thread b = new Thread(look);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
