// Two threads add to a plain field, which is a race: only once that is known are the read and the write of an
// update two steps, in this schedule's repetition too.
//@ mechanism explore: a data race becomes a failure
//@ finds uncaught-exception
//@ small

public class PlainUpdate {
    static int count;

    static void add() {
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
