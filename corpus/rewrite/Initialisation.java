// role: program
/** Class initialisation, constructors, finalizers, and objects that no hook may see yet. */
class Initialisation {
    static int made;

    static {
        made = 1;
    }

    int x = 5;

    static void used() {}

    @Override
    protected void finalize() {
        x = 0;
    }

    class Inner {
        int y;

        Inner(int y) {
            this.y = y;
            if (y > 0) {
                return;
            }
            x = y;
        }
    }
}

class Child extends Initialisation {}

class Captures {
    /** The captured variable is stored before the call of the superclass's constructor. */
    static Runnable capture(int n) {
        return new Object() {
            int kept = n;

            Runnable get() {
                return () -> kept++;
            }
        }.get();
    }
}

class Empty {
    int z;

    @Override
    protected void finalize() {}
}

interface Defaults {
    Object MADE = new Object();

    default void method() {}

    static void used() {}
}

/** Is initialised with what is above it, and has no initialiser itself. */
class Below extends Initialisation implements Defaults {
    static void used() {}
}

class BelowWithOwn extends Below {
    static int own;

    static {
        own = 2;
    }
}
