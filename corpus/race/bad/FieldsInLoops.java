// Loops read and write fields of one object, and leave by an exception; nothing orders them with the reader.
//@ mechanism thread basics: fields in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class FieldsInLoops {
    static final AtomicBoolean done = new AtomicBoolean();

    static class Counter {
        long total;
        int last;
        int limit = 50;
        int never;
        double both;

        void add(int n) {
            for (int i = 0; i < n; i++) {
                total += i; //~ race Counter.total
                if (i > n) {
                    never = i;
                }
            }
        }

        void until(int[] a) {
            for (int i = 0; ; i++) {
                a[i] = i;
                last = i; //~ race Counter.last
            }
        }

        int count() {
            int n = 0;
            while (n < limit) { //~ race Counter.limit
                n++;
            }
            return n;
        }

        static void nested(Counter c, int n) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    c.both += j; //~ race Counter.both
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        done.setOpaque(done.getOpaque());
        new ArrayIndexOutOfBoundsException("loaded").getMessage();
        Counter c = new Counter();
        Thread t = new Thread(() -> {
            c.add(10);
            c.count();
            Counter.nested(c, 5);
            try {
                c.until(new int[20]);
            } catch (ArrayIndexOutOfBoundsException e) {
                done.setOpaque(true);
            }
        });
        t.start();
        while (!done.getOpaque()) {
            Thread.onSpinWait();
        }
        c.never = 1;
        c.limit = 40; //~ race Counter.limit
        long sum = c.total; //~ race Counter.total
        sum += c.last; //~ race Counter.last
        sum += (long) c.both; //~ race Counter.both
        System.out.println(sum);
        t.join();
    }
}
