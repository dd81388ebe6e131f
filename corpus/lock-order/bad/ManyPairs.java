// Ten pairs of accounts, all made at the same place: one cycle as far as the program's text is concerned.
//@ mechanism lock order: many objects of one allocation site

import java.util.concurrent.atomic.AtomicInteger;

public class ManyPairs {
    static class Account {
        private int balance = 100;

        void transfer(Account to, int amount) {
            synchronized (this) {
                synchronized (to) { //~ takes pair*2
                    balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    static final AtomicInteger turn = new AtomicInteger();

    static void move(int me, Account[] from, Account[] to) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < from.length; i++) {
            from[i].transfer(to[i], 10);
        }
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Account[][] accounts = new Account[2][10];
        for (Account[] side : accounts) {
            for (int i = 0; i < side.length; i++) {
                side[i] = new Account();
            }
        }
        Thread other = new Thread(() -> move(0, accounts[0], accounts[1]));
        other.start();
        move(1, accounts[1], accounts[0]);
        other.join();
    }
}
