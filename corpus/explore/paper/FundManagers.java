// Many managers move money between three funds, and neither half of a transfer is atomic: money is lost or
// made. Experiment 2 of Ricken's thesis. args[0] managers (150) make args[1] transfers each (2).
//@ mechanism explore: atomicity
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicIntegerArray;

public class FundManagers {
    static final int FUNDS = 3;
    static final int EACH = 10000;
    static final AtomicIntegerArray funds = new AtomicIntegerArray(FUNDS);

    static void change(int fund, int amount) {
        int before = funds.get(fund);
        funds.set(fund, before + amount);
    }

    static void manage(int manager, int transfers) {
        for (int i = 0; i < transfers; i++) {
            int number = manager * transfers + i;
            int amount = number * 37 % 1000;
            change(number % FUNDS, -amount);
            change(number / FUNDS % FUNDS, amount);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int managers = args.length > 0 ? Integer.parseInt(args[0]) : 150;
        int transfers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        for (int fund = 0; fund < FUNDS; fund++) {
            funds.set(fund, EACH);
        }
        Thread[] threads = new Thread[managers];
        for (int i = 0; i < managers; i++) {
            int manager = i;
            threads[i] = new Thread(() -> manage(manager, transfers));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int total = 0;
        for (int fund = 0; fund < FUNDS; fund++) {
            total += funds.get(fund);
        }
        if (total != FUNDS * EACH) {
            throw new AssertionError("total is " + total);
        }
    }
}
