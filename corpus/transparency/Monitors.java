// Nested monitors, exceptions out of them, and what the JVM says about misuse.

public class Monitors {
    private int value;
    private static int total;

    interface Action {
        void run() throws Exception;
    }

    static void attempt(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": fine");
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    synchronized int method(int n) {
        value += n;
        if (n > 2) {
            throw new IllegalArgumentException("too large: " + n);
        }
        return value;
    }

    static synchronized void staticMethod(boolean fail) throws Exception {
        total++;
        if (fail) {
            throw new Exception("static");
        }
    }

    int nested(Object a, Object b) {
        synchronized (a) {
            try {
                synchronized (b) {
                    value++;
                    if (value % 2 == 0) {
                        throw new IllegalStateException("even");
                    }
                    return value;
                }
            } catch (IllegalStateException e) {
                return -value;
            } finally {
                value += 10;
            }
        }
    }

    static int loop(Object lock) {
        int rounds = 0;
        outer:
        while (true) {
            synchronized (lock) {
                for (int i = 0; ; i++) {
                    synchronized (lock) {
                        rounds++;
                        if (i == 3) {
                            continue outer;
                        }
                        if (rounds > 10) {
                            break outer;
                        }
                    }
                }
            }
        }
        return rounds;
    }

    public static void main(String[] args) {
        Monitors it = new Monitors();
        Object a = new Object();
        Object b = new Object();
        attempt("method", () -> System.out.println(it.method(1)));
        attempt("method fails", () -> System.out.println(it.method(3)));
        attempt("static", () -> staticMethod(false));
        attempt("static fails", () -> staticMethod(true));
        attempt("nested", () -> System.out.println(it.nested(a, b) + " " + it.nested(b, a) + " " + it.nested(a, a)));
        attempt("loop", () -> System.out.println(loop(a)));
        attempt("notify", a::notify);
        attempt("notifyAll", a::notifyAll);
        attempt("wait", () -> a.wait());
        attempt("wait(1)", () -> a.wait(1));
        attempt("wait(-1)", () -> {
            synchronized (a) {
                a.wait(-1);
            }
        });
        attempt("wait(1, 1)", () -> {
            synchronized (a) {
                a.wait(1, 1);
            }
        });
        attempt("wait(0, -1)", () -> {
            synchronized (a) {
                a.wait(0, -1);
            }
        });
        attempt("interrupted wait", () -> {
            Thread.currentThread().interrupt();
            synchronized (a) {
                a.wait();
            }
        });
        attempt("interrupted before wait without lock", () -> {
            Thread.currentThread().interrupt();
            a.wait();
        });
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        System.out.println(Thread.holdsLock(it) + " " + Thread.holdsLock(Monitors.class) + " "
                + Thread.holdsLock(a) + " " + Thread.holdsLock(b) + " " + total);
    }
}
