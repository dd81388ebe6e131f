// Ten thousand short threads one after another, each joined: their numbers must never be confused.
//@ mechanism thread basics: many threads
//@ mechanism lifetimes: thread ids re-used

public class ThreadsInTurn {
    static int count;
    static final int[] last = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Runnable work = () -> {
            count++;
            last[count & 1] = count;
        };
        for (int i = 0; i < 10_000; i++) {
            Thread t = new Thread(work);
            t.start();
            t.join();
        }
        if (count != 10_000 || last[0] != 10_000) {
            throw new AssertionError(count);
        }
    }
}
