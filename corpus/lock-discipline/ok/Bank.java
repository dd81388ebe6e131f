// Eight tellers transfer between accounts at random and yield; every balance has the lock of its account.
// After the program of that name in the paper on RACER, which reports nothing either.
//@ mechanism lock discipline: programs of the paper

import java.util.Random;

public class Bank {
    static class Account {
        private int balance = 1000;

        synchronized void add(int amount) {
            balance += amount;
        }

        synchronized int balance() {
            return balance;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = new Account[10];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account();
        }
        Thread[] tellers = new Thread[8];
        for (int i = 0; i < tellers.length; i++) {
            Random random = new Random(i);
            tellers[i] = new Thread(() -> {
                for (int round = 0; round < 200; round++) {
                    int amount = random.nextInt(100);
                    accounts[random.nextInt(accounts.length)].add(-amount);
                    accounts[random.nextInt(accounts.length)].add(amount);
                    Thread.yield();
                }
            });
            tellers[i].start();
        }
        for (Thread teller : tellers) {
            teller.join();
        }
        int sum = 0;
        for (Account account : accounts) {
            sum += account.balance();
        }
        if (sum != 10_000) {
            throw new AssertionError(sum);
        }
    }
}
