package java.lang;

import java.io.InputStream;
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
        Loader first = new Loader();
        if (first.findBytes(entry[0]) == null) {
            // As the launcher would, with its message.
            throw new ClassNotFoundException(entry[0]);
        }
        Loader loader = null;
        do {
            if (loader == null || loader.keepsState) loader = new Loader();
        } while (run(loader, entry[0], arguments.clone()));
    }

    /** Runs one schedule. True: another can be run. */
    private static boolean run(Loader loader, String name, String[] arguments) throws Throwable {
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> type = Class.forName(name, false, loader);
        if (!RaddleControl.begin()) return false;
        RaddleThread t = RaddleSync.current();
        try {
            RaddleNative.runMain(type, arguments);
        } catch (NoSuchMethodError e) {
            RaddleNative.exiting();
            throw e;
        } catch (Throwable e) {
            t.busy = true;
            RaddleControl.failed(Thread.currentThread(), e);
            t.busy = false;
        }
        return RaddleControl.finish();
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
