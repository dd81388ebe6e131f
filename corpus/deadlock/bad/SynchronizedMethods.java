// Two accounts transfer to each other: each thread is inside one and wants to enter the other.
//@ mechanism deadlocks: monitors

import java.util.concurrent.Phaser;

public class SynchronizedMethods {
    static final Phaser meeting = new Phaser(2);

    static class Account {
        private int balance = 100;

        synchronized void transfer(Account to, int amount) {
            balance -= amount;
            meeting.arriveAndAwaitAdvance();
            to.deposit(amount);
        }

        synchronized void deposit(int amount) {
            balance += amount; //~ waits pair*2
        }
    }

    public static void main(String[] args) {
        Account mine = new Account();
        Account yours = new Account();
        new Thread(() -> mine.transfer(yours, 10)).start();
        new Thread(() -> yours.transfer(mine, 20)).start();
    }
}
