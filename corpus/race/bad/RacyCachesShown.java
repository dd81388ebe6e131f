// The same as a finding, if that is asked for.
//@ mechanism bulk and indirect: caches filled by a race
//@ options --show-caches

import java.util.concurrent.atomic.AtomicInteger;

public class RacyCachesShown {
    static final class Name {
        private int hash;

        @Override
        public int hashCode() {
            int h = hash; //~ race Name.hash
            if (h == 0) {
                h = 17;
                hash = h; //~ race Name.hash
            }
            return h;
        }
    }

    static final AtomicInteger STEP = new AtomicInteger();

    static void write(Name name) {
        name.hashCode();
        STEP.setOpaque(1);
    }

    static int read(Name name) {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        return name.hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(new Name());
        read(new Name());
        STEP.set(0);
        Name name = new Name();
        Thread t = new Thread(() -> write(name));
        t.start();
        System.out.println(read(name));
        t.join();
    }
}
