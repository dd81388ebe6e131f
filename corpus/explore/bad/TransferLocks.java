// Two transfers in opposite directions take the locks of the accounts in opposite order.
//@ mechanism explore: deadlock of two locks
//@ finds deadlock

import java.util.concurrent.locks.ReentrantLock;

public class TransferLocks {
    static final class Account {
        final ReentrantLock lock = new ReentrantLock();
        final int number;
        int balance = 10;

        Account(int number) {
            this.number = number;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account first = from;
        Account second = to;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1);
        Account b = new Account(2);
        Thread there = new Thread(() -> transfer(a, b, 3));
        Thread back = new Thread(() -> transfer(b, a, 5));
        there.start();
        back.start();
        there.join();
        back.join();
        if (a.balance != 12 || b.balance != 8) {
            throw new AssertionError(a.balance + ", " + b.balance);
        }
    }
}
