// Field.set and Field.get are accesses of the field, typed or not, static or not.
//@ mechanism bulk and indirect: reflection on fields

import java.lang.reflect.Field;
import java.util.concurrent.Semaphore;

public class ReflectiveAccess {
    static class Bean {
        int typed;
        int read;
        String boxed = "";
        static int shared;
    }

    static Field field(String name) {
        try {
            return Bean.class.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    static final Field TYPED = field("typed");
    static final Field READ = field("read");
    static final Field BOXED = field("boxed");
    static final Field SHARED = field("shared");

    static void write(Bean bean) {
        try {
            TYPED.setInt(bean, 1); //~ race Bean.typed
            bean.read = 1; //~ race Bean.read
            BOXED.set(bean, "x"); //~ race Bean.boxed
            SHARED.setInt(null, 1); //~ race Bean.shared
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    static int read(Bean bean) {
        try {
            int seen = bean.typed; //~ race Bean.typed
            seen += READ.getInt(bean); //~ race Bean.read
            seen += bean.boxed.length(); //~ race Bean.boxed
            return seen + (int) SHARED.get(null); //~ race Bean.shared
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bean bean = new Bean();
        Bean first = new Bean();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(first);
        read(first);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            write(bean);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = read(bean);
        end.release();
        t.join();
        System.out.println(seen <= 4);
    }
}
