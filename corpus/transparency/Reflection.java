// A program that reflects on its own members sees what its source declares.

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

public class Reflection {
    static class Everything<T extends Comparable<T>> implements Runnable {
        public int publicField;
        protected long protectedField;
        private double privateField = 1.5;
        volatile boolean volatileField;
        transient Object transientField;
        static int staticField = 3;
        static final String CONSTANT = "constant";
        final T[] array = null;
        Map<String, List<? super T>> generic;

        Everything() {}

        private Everything(int publicField, T... rest) {
            this.publicField = publicField;
        }

        public synchronized void run() {
            privateField++;
        }

        static synchronized int count() {
            return staticField++;
        }

        private native void unsatisfied();

        @Deprecated
        protected final strictfp double method(int a, long[] b, T c) throws IllegalStateException {
            return privateField;
        }

        @Override
        protected void finalize() {}
    }

    interface Shape {
        int SIDES = Integer.parseInt("4");

        default int sides() {
            return SIDES;
        }
    }

    record Point(int x, long y) implements Shape {
        static Point origin;
    }

    enum Color {
        RED,
        GREEN {
            private int shade;
        };

        private int weight;
    }

    class Inner {
        int outerSum = Reflection.this.hashCode();
    }

    static void describe(Class<?> type) {
        System.out.println(type.toGenericString() + " " + type.getModifiers() + " " + type.isSynthetic());
        for (Field field : type.getDeclaredFields()) {
            System.out.println("  " + field.toGenericString() + " " + field.getModifiers() + " " + field.isSynthetic());
        }
        System.out.println("  public fields " + type.getFields().length);
        Method[] methods = type.getDeclaredMethods();
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Executable[] all = Arrays.copyOf((Executable[]) constructors, methods.length + constructors.length,
                Executable[].class);
        System.arraycopy(methods, 0, all, constructors.length, methods.length);
        Arrays.sort(all, Comparator.comparing(Executable::toGenericString));
        for (Executable executable : all) {
            System.out.println("  " + executable.toGenericString() + " " + executable.getModifiers() + " "
                    + executable.isSynthetic() + " " + executable.isVarArgs());
        }
        System.out.println("  " + Arrays.toString(type.getInterfaces()) + " " + type.getSuperclass());
        Class<?>[] nested = type.getDeclaredClasses();
        Arrays.sort(nested, Comparator.comparing(Class::getName));
        System.out.println("  " + Arrays.toString(nested));
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] types = {
            Reflection.class, Everything.class, Shape.class, Point.class, Color.class, Color.GREEN.getClass(),
            Inner.class,
        };
        for (Class<?> type : types) {
            describe(type);
        }
        Everything<String> object = new Everything<>();
        Field field = Everything.class.getDeclaredField("privateField");
        field.setAccessible(true);
        field.setDouble(object, 7.25);
        object.run();
        System.out.println(field.get(object));
        Field staticField = Everything.class.getDeclaredField("staticField");
        staticField.set(null, 40);
        System.out.println(Everything.count() + " " + staticField.getInt(null));
        Method run = Everything.class.getMethod("run");
        run.invoke(object);
        System.out.println(field.getDouble(object));
        System.out.println(Point.class.getRecordComponents().length + " " + new Point(1, 2));
        for (String name : new String[] {"$raddle$m", "$raddle$r$publicField", "none"}) {
            try {
                Member found = Everything.class.getDeclaredField(name);
                System.out.println("found " + found);
            } catch (NoSuchFieldException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Thread.class.getDeclaredFields().length + " " + Class.class.getDeclaredFields().length);
        System.out.println(java.util.ArrayList.class.getDeclaredFields().length);
        System.out.println(java.util.concurrent.ConcurrentHashMap.class.getDeclaredFields().length);
    }
}
