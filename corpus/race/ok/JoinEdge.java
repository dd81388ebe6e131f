// What a thread wrote is seen after join().
//@ mechanism thread basics: join

public class JoinEdge {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 1;
        });
        t.start();
        t.join();
        data++;
        if (data != 2) {
            throw new AssertionError(data);
        }
    }
}
