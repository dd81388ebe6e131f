// Reflection, method handles, VarHandles and Class.forName initialise a class, or see that it is initialised.
//@ mechanism thread basics: class initialisation

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

public class ClassInitReflective {
    /** Has no initialiser of its own: who reads it is ordered by the initialiser that wrote it, or not at all. */
    static class Data {
        static int byName;
        static int byField;
        static int byFinalField;
        static int byMethod;
        static int byConstructor;
        static int byGetter;
        static int byHandle;
        static int byLookup;
    }

    static class ByName {
        static {
            Data.byName = 1;
        }
    }

    static class ByField {
        static int field;

        static {
            Data.byField = 1;
        }
    }

    static class ByFinalField {
        static final Object FIELD = new Object();

        static {
            Data.byFinalField = 1;
        }
    }

    static class ByMethod {
        static {
            Data.byMethod = 1;
        }

        static void method() {}
    }

    static class ByConstructor {
        static {
            Data.byConstructor = 1;
        }
    }

    static class ByGetter {
        static int field;

        static {
            Data.byGetter = 1;
        }
    }

    static class ByHandle {
        static int field;

        static {
            Data.byHandle = 1;
        }
    }

    static class ByLookup {
        static {
            Data.byLookup = 1;
        }
    }

    /** What every thread has of its own. */
    static class Means {
        final MethodHandles.Lookup lookup = MethodHandles.lookup();
        final Field field = ByField.class.getDeclaredField("field");
        final Field finalField = ByFinalField.class.getDeclaredField("FIELD");
        final Method method = ByMethod.class.getDeclaredMethod("method");
        final Constructor<ByConstructor> constructor = ByConstructor.class.getDeclaredConstructor();
        final MethodHandle getter = lookup.findStaticGetter(ByGetter.class, "field", int.class);

        Means() throws ReflectiveOperationException {}

        int use() {
            try {
                Class.forName("ClassInitReflective$ByName");
                int sum = Data.byName;
                field.getInt(null);
                sum += Data.byField;
                finalField.get(null);
                sum += Data.byFinalField;
                method.invoke(null);
                sum += Data.byMethod;
                constructor.newInstance();
                sum += Data.byConstructor;
                int ignored = (int) getter.invokeExact();
                sum += Data.byGetter;
                VarHandle handle = lookup.findStaticVarHandle(ByHandle.class, "field", int.class);
                ignored = (int) handle.get();
                sum += Data.byHandle;
                lookup.ensureInitialized(ByLookup.class);
                sum += Data.byLookup;
                return sum;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ClassInitReflective.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        READY.setOpaque((boolean) READY.getOpaque());
        Means own = new Means();
        Means other = new Means();
        Thread first = new Thread(() -> {
            own.use();
            READY.setOpaque(true);
        });
        Thread second = new Thread(() -> {
            while (!(boolean) READY.getOpaque()) {
                Thread.onSpinWait();
            }
            int sum = other.use();
            if (sum != 8) {
                throw new AssertionError(sum);
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
