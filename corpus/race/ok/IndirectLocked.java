// Reflection, method handles, serialisation, records and enums, all under one lock.
//@ mechanism bulk and indirect: reflection on fields
//@ mechanism bulk and indirect: reflection on arrays
//@ mechanism bulk and indirect: method handles on fields
//@ mechanism bulk and indirect: method handles on array elements
//@ mechanism bulk and indirect: serialisation
//@ mechanism bulk and indirect: records with mutable components
//@ mechanism bulk and indirect: enums with mutable fields

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;

public class IndirectLocked {
    static final Object lock = new Object();
    static final Field VALUE;
    static final MethodHandle SET;
    static final MethodHandle GET;
    static final MethodHandle ELEMENT = MethodHandles.arrayElementSetter(int[].class);

    static class Bean implements Serializable {
        int value;
        int[] data = new int[4];
    }

    record Scores(int[] values) {}

    enum Level {
        LOW;

        int uses;
    }

    static {
        try {
            VALUE = Bean.class.getDeclaredField("value");
            SET = MethodHandles.lookup().findSetter(Bean.class, "value", int.class);
            GET = MethodHandles.lookup().findGetter(Bean.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Bean copy(Bean bean) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(bean);
        }
        return (Bean) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static void use(Bean bean, Scores scores) throws Throwable {
        VALUE.setInt(bean, VALUE.getInt(bean) + 1);
        SET.invokeExact(bean, (int) GET.invokeExact(bean) + 1);
        ELEMENT.invokeExact(bean.data, 1, bean.value);
        Array.setInt(bean.data, 2, Array.getInt(bean.data, 1));
        scores.values()[0] += copy(bean).data[2];
        Level.LOW.uses++;
    }

    static void work(Bean bean, Scores scores) {
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                try {
                    use(bean, scores);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bean bean = new Bean();
        Scores scores = new Scores(new int[1]);
        Thread t = new Thread(() -> work(bean, scores));
        t.start();
        work(bean, scores);
        t.join();
        if (bean.value != 80 || Level.LOW.uses != 40 || scores.values()[0] != 1640) {
            throw new AssertionError(bean.value);
        }
    }
}
