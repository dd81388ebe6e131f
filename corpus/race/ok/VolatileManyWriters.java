// A reader of a volatile field comes after every write before the one it sees, by any thread.
//@ mechanism memory modes: volatile fields

public class VolatileManyWriters {
    static volatile int turn;
    static int data;

    static void play(int me) {
        for (int round = 0; round < 50; round++) {
            while (turn % 3 != me) {
                Thread.yield();
            }
            data++;
            turn = turn + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> play(1));
        Thread b = new Thread(() -> play(2));
        a.start();
        b.start();
        play(0);
        a.join();
        b.join();
        if (data != 150) {
            throw new AssertionError(data);
        }
    }
}
