// A class is initialised with its superclass and with the interfaces whose default methods it inherits: what
// their initialisers wrote is ordered before every use of the class.
//@ mechanism thread basics: class initialisation

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ClassInitInherited {
    /** Has no initialiser of its own. */
    static class Data {
        static int byInterface;
        static int byDistantInterface;
        static int bySuperclass;
        static int bySuperclassOfInitialised;
    }

    interface Distant {
        Object LOCK = set(() -> Data.byDistantInterface = 1);

        default void distant() {}
    }

    interface Between extends Distant {}

    interface Sized {
        Object LOCK = set(() -> Data.byInterface = 2);

        default int size() {
            return 1;
        }
    }

    static class Impl implements Sized, Between {}

    static class Base {
        static {
            Data.bySuperclass = 3;
        }
    }

    static class Derived extends Base {
        static int look() {
            return Data.bySuperclass;
        }
    }

    static class OtherBase {
        static {
            Data.bySuperclassOfInitialised = 4;
        }
    }

    static class Initialised extends OtherBase {
        static int seen;

        static {
            seen = Data.bySuperclassOfInitialised;
        }
    }

    static Object set(Runnable action) {
        action.run();
        return action;
    }

    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ClassInitInherited.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        READY.setOpaque((boolean) READY.getOpaque());
        // Loading takes locks: not while there are two threads.
        Class<?>[] loaded = {Data.class, Impl.class, Derived.class, Initialised.class};
        Thread first = new Thread(() -> {
            new Impl();
            Derived.look();
            new OtherBase();
            READY.setOpaque(true);
        });
        Thread second = new Thread(() -> {
            while (!(boolean) READY.getOpaque()) {
                Thread.onSpinWait();
            }
            new Impl();
            int sum = Data.byInterface + Data.byDistantInterface + Derived.look() + Initialised.seen;
            if (sum != 10) {
                throw new AssertionError(sum);
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
