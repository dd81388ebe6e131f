// The writer locks, the reader does not.
//@ mechanism thread basics: synchronized methods

public class LockOnOneSide {
    static class Account {
        private long balance;

        synchronized void deposit(long amount) {
            balance += amount; //~ race Account.balance
        }

        long balance() {
            return balance; //~ race Account.balance
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread t = new Thread(() -> account.deposit(5));
        t.start();
        long seen = account.balance();
        t.join();
        System.out.println(seen == 0 || seen == 5);
    }
}
