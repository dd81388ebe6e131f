// A class whose earlier copies were dropped: its newest copy still has its races.
//@ mechanism lifetimes: class unloading

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

public class ClassUnloadedRace {
    static final String PLUGIN = "ClassUnloadedRace$Plugin";

    public static class Plugin implements Runnable {
        static int uses;

        @Override
        public void run() {
            uses++; //~ race Plugin.uses
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
        try (InputStream in = ClassUnloadedRace.class.getResourceAsStream(PLUGIN + ".class")) {
            return in.readAllBytes();
        }
    }

    static Runnable load(byte[] bytes) throws ReflectiveOperationException {
        Class<?> plugin = new Loader(bytes).loadClass(PLUGIN);
        return (Runnable) plugin.getConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = bytes();
        for (int i = 0; i < 50; i++) {
            Thread user = new Thread(load(bytes));
            user.start();
            user.join();
        }
        System.gc();
        Runnable plugin = load(bytes);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            plugin.run();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        plugin.run();
        end.release();
        t.join();
    }
}
