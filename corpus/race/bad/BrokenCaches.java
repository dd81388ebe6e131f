// Caches that are none: the field is read again after the check; it has 64 bits; there is a second field for whether
// there is a value; each thread has another value.
//@ mechanism bulk and indirect: caches filled by a race
//@ sites vary

import java.util.concurrent.atomic.AtomicInteger;

public class BrokenCaches {
    static final class Name {
        private int again;
        private long wide;
        private boolean known;
        private int value;
        private int own;

        int again() {
            if (again == 0) { //~ race Name.again
                again = 17; //~ race Name.again
            }
            return again; //~ race Name.again
        }

        long wide() {
            long w = wide; //~ race Name.wide
            if (w == 0) {
                w = 17;
                wide = w; //~ race Name.wide
            }
            return w;
        }

        int value() {
            if (!known) {
                value = 17; //~ race Name.value
                known = true;
            }
            return value; //~ race Name.value
        }

        int own(int mine) {
            int o = own; //~ race Name.own
            if (o == 0 || mine == 2) {
                o = mine;
                own = o; //~ race Name.own
            }
            return o;
        }
    }

    static final AtomicInteger STEP = new AtomicInteger();

    static void write(Name name) {
        name.again();
        name.wide();
        name.value();
        name.own(1);
        STEP.setOpaque(1);
    }

    static long read(Name name) {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        return name.again() + name.wide() + name.value() + name.own(2);
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(new Name());
        read(new Name());
        STEP.set(0);
        Name name = new Name();
        Thread t = new Thread(() -> write(name));
        t.start();
        System.out.println(read(name) > 0);
        t.join();
    }
}
