// A shutdown hook runs after main and sees its work.

public class ShutdownHooks {
    static int work;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Object lock = new Object();
            synchronized (lock) {
                System.out.println("hook");
            }
        }));
        Thread removed = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
        work = 5;
        System.out.println("main " + work);
    }
}
