// Own class loaders: one class defined twice, its statics apart, resources as they are in the file.

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

public class ClassLoaders {
    public static class Plugin implements Runnable {
        private static int runs;
        private final int[] log = new int[4];

        @Override
        public void run() {
            log[runs % 4] = ++runs;
            System.out.println(getClass().getClassLoader() + " " + runs + " " + Arrays.toString(log));
        }
    }

    static class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final String name;

        Loader(String name) {
            super(ClassLoaders.class.getClassLoader());
            this.name = name;
        }

        @Override
        protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
            if (!className.equals("ClassLoaders$Plugin")) {
                return super.loadClass(className, resolve);
            }
            synchronized (getClassLoadingLock(className)) {
                Class<?> known = findLoadedClass(className);
                if (known == null) {
                    byte[] bytes = bytes(className);
                    known = defineClass(className, bytes, 0, bytes.length);
                }
                return known;
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static byte[] bytes(String className) {
        try (InputStream in = ClassLoaders.class.getResourceAsStream(className + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        CRC32 crc = new CRC32();
        crc.update(bytes("ClassLoaders$Plugin"));
        System.out.println(crc.getValue());
        new Plugin().getClass();
        for (String name : new String[] {"one", "two"}) {
            Class<?> type = new Loader(name).loadClass("ClassLoaders$Plugin");
            System.out.println(type + " " + (type == Plugin.class));
            Runnable plugin = (Runnable) type.getDeclaredConstructor().newInstance();
            plugin.run();
            plugin.run();
        }
        try {
            new Loader("three").loadClass("no.such.Type");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        byte[] broken = bytes("ClassLoaders$Plugin");
        broken[0] = 0;
        try {
            new ClassLoader() {
                Class<?> define() {
                    return defineClass(null, broken, 0, broken.length);
                }
            }.define();
        } catch (ClassFormatError e) {
            System.out.println(e);
        }
    }
}
