//@ jdk 21+
// A virtual thread against the thread that started it.
//@ mechanism virtual threads: start and join

public class VirtualThreads {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.ofVirtual().unstarted(() -> {
            value = 1; //~ race VirtualThreads.value
        });
        t.start();
        value = 2; //~ race VirtualThreads.value
        t.join();
    }
}
