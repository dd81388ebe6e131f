// Fields that all threads fill with the same value: one read, one check of the default value. A race by the letter,
// and not shown.
//@ mechanism bulk and indirect: caches filled by a race

import java.util.concurrent.atomic.AtomicInteger;

public class RacyCaches {
    static final class Name {
        private final String first;
        private final String last;
        private int hash;
        private String text;

        Name(String first, String last) {
            this.first = first;
            this.last = last;
        }

        @Override
        public int hashCode() {
            int h = hash;
            if (h == 0) {
                hash = h = 31 * first.hashCode() + last.hashCode();
            }
            return h;
        }

        @Override
        public String toString() {
            String t = text;
            if (t == null) {
                t = first + " " + last;
                text = t;
            }
            return t;
        }
    }

    static final AtomicInteger STEP = new AtomicInteger();

    static int use(Name name) {
        return name.hashCode() + name.toString().length();
    }

    static void write(Name name) {
        use(name);
        STEP.setOpaque(1);
    }

    static int read(Name name) {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        return use(name);
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        Name other = new Name("A", "B");
        write(other);
        int want = read(other);
        STEP.set(0);
        Name name = new Name("A", "B");
        Thread t = new Thread(() -> write(name));
        t.start();
        if (read(name) != want) {
            throw new AssertionError();
        }
        t.join();
    }
}
