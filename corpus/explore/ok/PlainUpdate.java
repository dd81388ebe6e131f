// A lock makes an update of a plain field one step.
//@ mechanism explore: a data race becomes a failure
//@ small

public class PlainUpdate {
    static int count;

    static synchronized void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PlainUpdate::add);
        other.start();
        add();
        other.join();
        if (count != 2) {
            throw new AssertionError("count is " + count);
        }
    }
}
