import java.util.concurrent.ConcurrentHashMap;

/**
 * Small programs with two threads, each once right and once wrong. One run of a case starts its threads,
 * joins them, and throws if the result is wrong; what a tool makes of it is the tool's business.
 */
final class Cases {
    private Cases() {}

    /** One run of the case of this name. */
    static Runnable named(String name) {
        switch (name) {
            case "counter": return Cases::counter;
            case "counter-locked": return Cases::counterLocked;
            case "account": return Cases::account;
            case "account-locked": return Cases::accountLocked;
            case "publication": return Cases::publication;
            case "publication-volatile": return Cases::publicationVolatile;
            case "lost-update": return Cases::lostUpdate;
            case "put-twice": return Cases::putTwice;
            case "kernel-series": return () -> Series.main(new String[] {"2", "small"});
            case "kernel-sor": return () -> Sor.main(new String[] {"2", "small"});
            default: throw new IllegalArgumentException(name);
        }
    }

    static void together(Runnable first, Runnable second) {
        Thread other = new Thread(first);
        Thread another = new Thread(second);
        other.start();
        another.start();
        try {
            other.join();
            another.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void expect(long expected, long found) {
        if (expected != found) throw new AssertionError("expected " + expected + ", found " + found);
    }

    static final class Counter {
        int plain;
        volatile int ordered;

        synchronized void increment() {
            plain++;
        }
    }

    /** A data race, and an update that may be lost. */
    static void counter() {
        Counter counter = new Counter();
        together(() -> counter.plain++, () -> counter.plain++);
        expect(2, counter.plain);
    }

    static void counterLocked() {
        Counter counter = new Counter();
        // No method references: with those, vmlens does not come to an end.
        together(() -> counter.increment(), () -> counter.increment());
        expect(2, counter.plain);
    }

    static final class Account {
        final Object in = new Object();
        final Object out = new Object();
        long balance = 100;
    }

    /** A data race: each side has a lock, but not the same. */
    static void account() {
        Account account = new Account();
        together(
                () -> { synchronized (account.in) { account.balance += 10; } },
                () -> { synchronized (account.out) { account.balance -= 10; } });
        expect(100, account.balance);
    }

    static void accountLocked() {
        Account account = new Account();
        together(
                () -> { synchronized (account.in) { account.balance += 10; } },
                () -> { synchronized (account.in) { account.balance -= 10; } });
        expect(100, account.balance);
    }

    static final class Message {
        int text;
        boolean ready;
        volatile boolean readyInOrder;
        int received = 42;
    }

    /** A data race that does no harm as long as the two writes are seen in their order. */
    static void publication() {
        Message message = new Message();
        together(
                () -> { message.text = 42; message.ready = true; },
                () -> { if (message.ready) message.received = message.text; });
        expect(42, message.received);
    }

    static void publicationVolatile() {
        Message message = new Message();
        together(
                () -> { message.text = 42; message.readyInOrder = true; },
                () -> { if (message.readyInOrder) message.received = message.text; });
        expect(42, message.received);
    }

    /** No data race: the field is volatile. Yet an update may be lost. */
    static void lostUpdate() {
        Counter counter = new Counter();
        together(() -> counter.ordered++, () -> counter.ordered++);
        expect(2, counter.ordered);
    }

    /** No data race: the map is safe. Yet both may find nothing and put. */
    static void putTwice() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Runnable update = () -> {
            Integer old = map.get("n");
            map.put("n", old == null ? 1 : old + 1);
        };
        together(update, update);
        expect(2, map.get("n"));
    }
}
