// join(millis) and join(millis, nanos) that return with the thread dead.
//@ mechanism thread basics: join

public class JoinMillis {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            data = 1;
        });
        a.start();
        a.join(600_000);
        data++;
        Thread b = new Thread(() -> {
            data++;
        });
        b.start();
        b.join(600_000, 1);
        data++;
        // Once more, on a thread that is already dead.
        b.join(1);
        if (data != 4) {
            throw new AssertionError(data);
        }
    }
}
