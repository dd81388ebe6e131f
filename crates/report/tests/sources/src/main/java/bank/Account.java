package bank;

final class Account {
    private long balance;

    void deposit(long amount) {
        balance += amount;
    }

    long balance() {
        return balance;
    }
}
