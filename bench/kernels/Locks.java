/**
 * Transfers between a few accounts under their monitors, two at a time and in order, with a re-entrant
 * synchronised method inside and a statement book behind a lock of its own. Short critical sections, much
 * contention. No races.
 */
final class Locks extends Kernel {
    private static final int ACCOUNTS = 16;

    public static void main(String[] args) {
        new Locks().run(args, 8_000_000, 0x6dafab4ea1678bbcL);
    }

    @Override
    int small() {
        return 20;
    }

    /** {@code size} is the number of transfers. */
    @Override
    long compute(Team team, int size) {
        Bank bank = new Bank(team, size);
        team.run(bank);

        long checksum = bank.book.entries;
        for (Account account : bank.accounts) {
            checksum = checksum * 31 + account.balance;
            checksum = checksum * 31 + account.moves;
        }
        return checksum;
    }

    private static final class Account {
        private long balance;
        private int moves;

        synchronized void add(long amount) {
            balance += amount;
            moves++;
        }
    }

    private static final class Book {
        private long entries;
    }

    private static final class Bank implements Team.Work {
        private final Team team;
        private final int size;
        private final Account[] accounts = new Account[ACCOUNTS];
        private final Book book = new Book();

        Bank(Team team, int size) {
            this.team = team;
            this.size = size;
            for (int i = 0; i < ACCOUNTS; i++) {
                accounts[i] = new Account();
            }
        }

        @Override
        public void share(int me) {
            for (int i = me; i < size; i += team.threads) {
                long dice = mix(i);
                int from = (int) (dice & ACCOUNTS - 1);
                int to = (int) (dice >>> 8 & ACCOUNTS - 1);
                transfer(from, to, dice >>> 32);
            }
        }

        private void transfer(int from, int to, long amount) {
            Account first = accounts[Math.min(from, to)];
            Account second = accounts[Math.max(from, to)];
            synchronized (first) {
                synchronized (second) {
                    accounts[from].add(-amount);
                    accounts[to].add(amount);
                }
            }
            synchronized (book) {
                book.entries += amount & 0xff;
            }
        }
    }
}
