// What does not initialise a class is not ordered after its initialiser: an interface without default methods is
// not initialised by the classes that implement it, and to load a class is not to initialise it.
//@ mechanism thread basics: class initialisation

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ClassInitNotReached {
    /** Has no initialiser of its own. */
    static class Data {
        static int byInterface;
        static int byName;
    }

    interface Plain {
        Object LOCK = set();

        void method();

        static Object set() {
            Data.byInterface = 1; //~ race Data.byInterface
            return "";
        }
    }

    static class Impl implements Plain {
        @Override
        public void method() {}
    }

    static class ByName {
        static {
            Data.byName = 1; //~ race Data.byName
        }
    }

    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ClassInitNotReached.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int second() {
        while (!(boolean) READY.getOpaque()) {
            Thread.onSpinWait();
        }
        try {
            ClassLoader loader = ClassInitNotReached.class.getClassLoader();
            Class.forName("ClassInitNotReached$ByName", false, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        int sum = Data.byName; //~ race Data.byName
        new Impl();
        return sum + Data.byInterface; //~ race Data.byInterface
    }

    public static void main(String[] args) throws Exception {
        READY.setOpaque((boolean) READY.getOpaque());
        // Loading takes locks: not while there are two threads.
        Class<?>[] loaded = {Data.class, ByName.class, Impl.class};
        Thread first = new Thread(() -> {
            Object lock = Plain.LOCK;
            new ByName();
            READY.setOpaque(true);
        });
        first.start();
        int sum = second();
        first.join();
        System.out.println(sum >= 0);
    }
}
