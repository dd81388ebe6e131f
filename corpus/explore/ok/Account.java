// Deposits and withdrawals share one lock.
//@ mechanism explore: lost update under two locks
//@ small

public class Account {
    static final Object deposits = new Object();
    static final Object withdrawals = deposits;
    static volatile int balance = 100;

    static void deposit(int amount) {
        synchronized (deposits) {
            balance = balance + amount;
        }
    }

    static void withdraw(int amount) {
        synchronized (withdrawals) {
            balance = balance - amount;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread payer = new Thread(() -> deposit(20));
        Thread taker = new Thread(() -> withdraw(30));
        payer.start();
        taker.start();
        payer.join();
        taker.join();
        if (balance != 90) {
            throw new AssertionError("balance is " + balance);
        }
    }
}
