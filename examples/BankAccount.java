// Two clerks pay money into one account. Deposits are synchronized, so nothing seems wrong; but the
// method that moves money forgets the lock, and now and then a deposit is lost.
//
//     raddle check -- java examples/BankAccount.java

public class BankAccount {
    private long balance;

    synchronized void deposit(long amount) {
        balance += amount;
    }

    // The error: `synchronized` is missing.
    void transfer(BankAccount target, long amount) {
        balance -= amount;
        target.deposit(amount);
    }

    synchronized long balance() {
        return balance;
    }

    public static void main(String[] args) throws InterruptedException {
        BankAccount current = new BankAccount();
        BankAccount savings = new BankAccount();
        Thread clerk = new Thread(() -> {
            for (int i = 0; i < 1000; i++) {
                current.deposit(10);
            }
        }, "clerk");
        clerk.start();
        for (int i = 0; i < 1000; i++) {
            current.transfer(savings, 10);
        }
        clerk.join();
        System.out.println("current: " + current.balance() + ", savings: " + savings.balance());
    }
}
