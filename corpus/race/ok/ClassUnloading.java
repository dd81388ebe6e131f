// A class is loaded many times, each time by a loader that is then dropped: no copy is mistaken for
// another, and they go away.
//@ mechanism lifetimes: class unloading

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class ClassUnloading {
    static final String PLUGIN = "ClassUnloading$Plugin";
    static final int ROUNDS = 200;

    public static class Plugin implements Runnable {
        static int uses;
        private final int[] own = new int[1];

        @Override
        public synchronized void run() {
            uses++;
            own[0]++;
            if (uses != own[0]) {
                throw new AssertionError(uses);
            }
        }
    }

    static class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(byte[] bytes) {
            super(Loader.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(PLUGIN) ? define() : super.loadClass(name, resolve);
        }

        private Class<?> define() {
            synchronized (getClassLoadingLock(PLUGIN)) {
                Class<?> known = findLoadedClass(PLUGIN);
                return known != null ? known : defineClass(PLUGIN, bytes, 0, bytes.length);
            }
        }
    }

    static byte[] bytes() throws IOException {
        try (InputStream in = ClassUnloading.class.getResourceAsStream(PLUGIN + ".class")) {
            return in.readAllBytes();
        }
    }

    static Runnable load(byte[] bytes) throws ReflectiveOperationException {
        Class<?> plugin = new Loader(bytes).loadClass(PLUGIN);
        return (Runnable) plugin.getConstructor().newInstance();
    }

    static WeakReference<Class<?>> round(byte[] bytes) throws Exception {
        Runnable plugin = load(bytes);
        Thread t = new Thread(plugin);
        t.start();
        plugin.run();
        t.join();
        return new WeakReference<>(plugin.getClass());
    }

    static int alive(List<WeakReference<Class<?>>> classes) {
        int alive = 0;
        for (WeakReference<Class<?>> reference : classes) {
            alive += reference.get() == null ? 0 : 1;
        }
        return alive;
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = bytes();
        List<WeakReference<Class<?>>> classes = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            classes.add(round(bytes));
        }
        for (int i = 0; i < 200 && alive(classes) > ROUNDS / 10; i++) {
            System.gc();
            Thread.sleep(10);
        }
        if (alive(classes) > ROUNDS / 10) {
            throw new AssertionError(alive(classes) + " classes are still there");
        }
    }
}
