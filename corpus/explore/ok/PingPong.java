// Two threads take turns by two conditions of one lock.
//@ mechanism explore: conditions

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class PingPong {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition[] turns = {lock.newCondition(), lock.newCondition()};
    static int turn;

    static void play(int me) {
        for (int i = 0; i < 2; i++) {
            lock.lock();
            try {
                while (turn % 2 != me) {
                    turns[me].awaitUninterruptibly();
                }
                turn++;
                turns[1 - me].signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread ping = new Thread(() -> play(0));
        Thread pong = new Thread(() -> play(1));
        ping.start();
        pong.start();
        ping.join();
        pong.join();
        if (turn != 4) {
            throw new AssertionError(turn);
        }
    }
}
