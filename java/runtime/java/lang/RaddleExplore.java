package java.lang;

import static java.lang.RaddleConstants.*;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Enumeration;
import java.util.HashMap;

/**
 * Runs a program again and again, each time under another schedule: the main class of a JVM that explores. Each
 * schedule has a class loader of its own, so that static fields begin anew; unless there are none: classes that
 * keep nothing serve the next schedule, too, which is much faster than to load them again.
 */
public final class RaddleExplore {
    private RaddleExplore() {}

    public static void main(String[] args) throws Throwable {
        String[] entry = RaddleNative.entry();
        String[] arguments = new String[entry.length - 1];
        System.arraycopy(entry, 1, arguments, 0, arguments.length);
        int hash = entry[0].indexOf('#');
        String name = hash < 0 ? entry[0] : entry[0].substring(0, hash);
        String method = hash < 0 ? null : entry[0].substring(hash + 1);
        Loader first = new Loader();
        if (first.findBytes(name) == null) {
            // As the launcher would, with its message.
            throw new ClassNotFoundException(name);
        }
        Program program = null;
        int left;
        do {
            try {
                if (program == null || program.loader.keepsState) program = new Program(name, method);
            } catch (IllegalArgumentException | LinkageError e) {
                RaddleNative.refuse(e instanceof LinkageError ? e.toString() : e.getMessage());
                return;
            }
            left = run(program, arguments.clone());
            // Threads that stay behind keep their classes.
            if (left == LEFT_PARKED) program = null;
        } while (left != LEFT_THREADS);
    }

    /** Runs one schedule, and says what it leaves. */
    private static int run(Program program, String[] arguments) throws Throwable {
        Thread.currentThread().setContextClassLoader(program.loader);
        if (!RaddleControl.begin()) return LEFT_THREADS;
        RaddleThread t = RaddleSync.current();
        try {
            if (program.test == null) program.main(arguments);
            else program.test.run();
        } catch (Throwable e) {
            t.busy = true;
            RaddleControl.failed(Thread.currentThread(), e);
            t.busy = false;
        }
        return RaddleControl.finish();
    }

    /** What is run, as one class loader has it. */
    private static final class Program {
        final Loader loader = new Loader();
        final Class<?> type;
        final RaddleTest test;
        private final Method main;

        /** What is wrong with it is said by an {@link IllegalArgumentException}. */
        Program(String name, String method) throws ClassNotFoundException {
            type = Class.forName(name, false, loader);
            test = method == null ? null : new RaddleTest(type, method);
            main = method == null ? RaddleTest.main(type) : null;
            if (method == null && main == null) {
                throw new IllegalArgumentException(name + " has no main method; " + RaddleTest.listed(type));
            }
        }

        void main(String[] arguments) throws Throwable {
            boolean isStatic = Modifier.isStatic(main.getModifiers());
            Object object = isStatic ? null : RaddleNative.make(type);
            RaddleNative.invoke(main.getDeclaringClass(), object, main, arguments);
        }
    }

    /** What the class path has, defined once more for each schedule; the bytes are read once. */
    private static final class Loader extends ClassLoader {
        private static final HashMap<String, byte[]> KNOWN = new HashMap<>();

        /** Some class of this loader has static fields that a schedule may have changed. */
        volatile boolean keepsState;

        static {
            registerAsParallelCapable();
        }

        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        byte[] findBytes(String name) {
            synchronized (KNOWN) {
                byte[] known = KNOWN.get(name);
                if (known != null) return known;
                try (InputStream in = getSystemClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    if (in == null) return null;
                    known = in.readAllBytes();
                } catch (java.io.IOException e) {
                    return null;
                }
                KNOWN.put(name, known);
                return known;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = findBytes(name);
            if (bytes == null) throw new ClassNotFoundException(name);
            Class<?> type = defineClass(name, bytes, 0, bytes.length);
            if (!keepsState) keepsState = RaddleNative.keepsState(name);
            return type;
        }

        @Override
        protected URL findResource(String name) {
            return getSystemClassLoader().getResource(name);
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws java.io.IOException {
            return getSystemClassLoader().getResources(name);
        }
    }
}
