// Transfers in all directions, but the account with the smaller number is always entered first.
//@ mechanism lock order: many objects of one allocation site

public class ByIdentity {
    static class Account {
        final int number;
        int balance = 100;

        Account(int number) {
            this.number = number;
        }
    }

    static void transfer(Account from, Account to) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance--;
                to.balance++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = new Account[4];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(i);
        }
        Thread[] tellers = new Thread[4];
        for (int i = 0; i < tellers.length; i++) {
            int step = i;
            tellers[i] = new Thread(() -> {
                for (int round = 0; round < 100; round++) {
                    int from = (round + step) % 4;
                    transfer(accounts[from], accounts[(from + 1 + round % 3) % 4]);
                }
            });
            tellers[i].start();
        }
        int sum = 0;
        for (int i = 0; i < tellers.length; i++) {
            tellers[i].join();
        }
        for (Account account : accounts) {
            sum += account.balance;
        }
        if (sum != 400) {
            throw new AssertionError(sum);
        }
    }
}
