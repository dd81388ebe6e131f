/**
 * The threads of a kernel. Nothing in here orders one member's work before another's: what the members do
 * while they run is ordered by the kernel alone.
 */
final class Team {
    interface Work {
        /** One member's share, by its number from 0. */
        void share(int me);
    }

    final int threads;
    private long nanos;
    private volatile boolean open;
    private volatile Throwable failure;

    Team(int threads) {
        this.threads = threads;
    }

    /** Lets every member do its share and waits for them all. */
    void run(Work work) {
        long start = System.nanoTime();
        if (threads == 1) {
            work.share(0);
        } else {
            inParallel(work);
        }
        nanos += System.nanoTime() - start;
    }

    /** The time spent in {@link #run} so far, and in what {@link #took} was given. */
    long nanos() {
        return nanos;
    }

    void took(long nanos) {
        this.nanos += nanos;
    }

    /** The first of {@code n} things that belong to a member; the next member's first is the end. */
    int first(int me, int n) {
        return (int) ((long) n * me / threads);
    }

    private void inParallel(Work work) {
        // No thread works, let alone ends, before all have been started: starting and ending a thread takes
        // locks of the JDK, and a member that ended early would be ordered before one that started late.
        open = false;
        Thread[] members = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            members[i] = new Member(work, i);
            members[i].start();
        }
        open = true;
        for (Thread member : members) {
            join(member);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    private static void join(Thread member) {
        try {
            member.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Member extends Thread {
        private final Work work;
        private final int me;

        Member(Work work, int me) {
            super("member-" + me);
            this.work = work;
            this.me = me;
        }

        @Override
        public void run() {
            while (!open) {
                Thread.yield();
            }
            try {
                work.share(me);
            } catch (Throwable e) {
                failure = e;
            }
        }
    }
}
