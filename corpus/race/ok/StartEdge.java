// What was written before start() is seen by the thread.
//@ mechanism thread basics: start of a thread

public class StartEdge {
    static int data;
    static int[] array;

    public static void main(String[] args) throws InterruptedException {
        data = 1;
        array = new int[] {2};
        Thread t = new Thread(() -> {
            if (data + array[0] != 3) {
                throw new AssertionError();
            }
        });
        data = 1;
        t.start();
        t.join();
    }
}
