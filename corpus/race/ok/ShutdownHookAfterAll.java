// When main and all other threads have ended by themselves, a shutdown hook comes after all of them.
//@ mechanism lifetimes: shutdown hooks

public class ShutdownHookAfterAll {
    static int byMain;
    static int byThread;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (byMain + byThread != 3) {
                throw new AssertionError(byMain);
            }
        }));
        new Thread(() -> {
            byThread = 2;
        }).start();
        byMain = 1;
    }
}
