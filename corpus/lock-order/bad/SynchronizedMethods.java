// Objects whose synchronized methods call each other's, in both directions.
//@ mechanism lock order: synchronized methods

import java.util.concurrent.atomic.AtomicInteger;

public class SynchronizedMethods {
    static final AtomicInteger turn = new AtomicInteger();

    static class Account {
        private int balance = 100;

        synchronized void transfer(Account to, int amount) {
            balance -= amount;
            to.deposit(amount);
        }

        synchronized void deposit(int amount) {
            balance += amount; //~ takes pair*2
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account mine = new Account();
        Account yours = new Account();
        Thread other = new Thread(() -> {
            mine.transfer(yours, 10);
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        yours.transfer(mine, 20);
        other.join();
    }
}
