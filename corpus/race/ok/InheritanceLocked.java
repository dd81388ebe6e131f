// Inherited fields, private nested ones, default methods and anonymous classes, all under one lock.
//@ mechanism thread basics: fields of every kind of class
//@ mechanism bulk and indirect: inner classes and the outer object's fields

public class InheritanceLocked {
    static class Base {
        protected int state;
    }

    static class Derived extends Base {
        private int extra;

        synchronized void step() {
            state++;
            extra--;
        }
    }

    interface Stepping {
        Derived target();

        default void twice() {
            target().step();
            synchronized (target()) {
                target().state++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Derived object = new Derived();
        Stepping stepping = new Stepping() {
            private int calls;

            @Override
            public Derived target() {
                synchronized (this) {
                    calls++;
                }
                return object;
            }
        };
        Runnable work = () -> {
            for (int i = 0; i < 200; i++) {
                stepping.twice();
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        if (object.state != 800 || object.extra != -400) {
            throw new AssertionError();
        }
    }
}
