/** Threads that work on the same thing; the first failure of any is the failure of all. */
final class Load {
    interface Work {
        void run(int number) throws Exception;
    }

    private Load() {}

    /** Runs {@code work} in {@code threads} threads, numbered from 0, and waits for all of them. */
    static void threads(int threads, Work work) throws Exception {
        Throwable[] failures = new Throwable[threads];
        Thread[] team = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            team[i] =
                    new Thread(
                            () -> {
                                try {
                                    work.run(number);
                                } catch (Throwable failure) {
                                    failures[number] = failure;
                                }
                            },
                            "load-" + number);
            team[i].start();
        }
        for (Thread member : team) {
            member.join();
        }
        for (Throwable failure : failures) {
            if (failure != null) {
                throw new IllegalStateException("a member of the team failed", failure);
            }
        }
    }

    static void same(Object expected, Object actual, String what) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": " + actual + " instead of " + expected);
        }
    }
}
