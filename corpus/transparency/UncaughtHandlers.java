// Uncaught exceptions in threads: the thread's handler, the group's, the default one.

public class UncaughtHandlers {
    static void fail() {
        throw new IllegalArgumentException("in " + Thread.currentThread().getName());
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        run(new Thread(UncaughtHandlers::fail, "bare"));
        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println("group: " + t.getName() + " " + e.getMessage());
            }
        };
        run(new Thread(group, UncaughtHandlers::fail, "grouped"));
        Thread own = new Thread(UncaughtHandlers::fail, "own");
        own.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("own: " + t.getName() + " " + e.getStackTrace()[0]);
            throw new IllegalStateException("a handler's exception is ignored");
        });
        run(own);
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default: " + t.getName()));
        run(new Thread(UncaughtHandlers::fail, "last"));
    }
}
