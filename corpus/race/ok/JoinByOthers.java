// Several threads join one, and each sees what it wrote.
//@ mechanism thread basics: join

public class JoinByOthers {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 1;
        });
        Runnable check = () -> {
            try {
                writer.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (data != 1) {
                throw new AssertionError(data);
            }
        };
        Thread a = new Thread(check);
        Thread b = new Thread(check);
        writer.start();
        a.start();
        b.start();
        check.run();
        a.join();
        b.join();
    }
}
