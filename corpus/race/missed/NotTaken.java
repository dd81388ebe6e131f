// Missed because: the branch with the racy write is not taken in this run.
//@ mechanism thread basics: code that does not run

public class NotTaken {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (args.length > 0) {
                value = 1;
            }
        });
        t.start();
        int seen = value;
        t.join();
        System.out.println(seen);
    }
}
