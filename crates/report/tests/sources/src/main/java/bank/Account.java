package bank;

final class Account {
    private long balance;

    void deposit(long amount) {
        balance += amount;
    }

    long balance() {
        return balance;
    }

    // A thread from the other side waits for ever.
    static void transfer(Account from, Account to, long amount) {
        synchronized (from) {
            synchronized (to) {
                from.deposit(-amount);
                to.deposit(amount);
            }
        }
    }
}
