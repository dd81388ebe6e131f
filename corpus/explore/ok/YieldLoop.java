// Two threads take turns, and yield while it is not theirs.
//@ mechanism explore: spinning

public class YieldLoop {
    static final int ROUNDS = 3;
    static volatile int turn;

    static void play(int me) {
        for (int i = 0; i < ROUNDS; i++) {
            while (turn % 2 != me) {
                Thread.yield();
            }
            turn = turn + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> play(0));
        Thread two = new Thread(() -> play(1));
        one.start();
        two.start();
        one.join();
        two.join();
        if (turn != 2 * ROUNDS) {
            throw new AssertionError(turn);
        }
    }
}
