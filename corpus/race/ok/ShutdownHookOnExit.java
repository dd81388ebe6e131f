// A shutdown hook comes after what was done before exit().
//@ mechanism lifetimes: shutdown hooks

public class ShutdownHookOnExit {
    static int byMain;
    static int byThread;

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (byMain + byThread != 3) {
                throw new AssertionError(byMain);
            }
        }));
        Thread t = new Thread(() -> {
            byThread = 2;
        });
        t.start();
        t.join();
        byMain = 1;
        System.exit(0);
    }
}
