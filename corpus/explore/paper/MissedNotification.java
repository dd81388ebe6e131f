// A planner sees that nothing new is wanted and goes to wait, but what it looks at may change in between: the
// notification is missed, and no thread goes on. Experiment 5 of Ricken's thesis, after NASA's Remote Agent.
// args[0] is the number of rounds (100).
//@ mechanism explore: missed notification
//@ finds stuck

public class MissedNotification {
    static final class Event {
        volatile int count;

        synchronized void signal() {
            count++;
            notifyAll();
        }

        synchronized void awaitNext() throws InterruptedException {
            wait();
        }

        synchronized void awaitCount(int least) throws InterruptedException {
            while (count < least) {
                wait();
            }
        }
    }

    static final Event wanted = new Event();
    static final Event planned = new Event();

    static void plan(int rounds) {
        int seen = 0;
        for (int i = 0; i < rounds; i++) {
            if (seen == wanted.count) {
                try {
                    wanted.awaitNext();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            seen = wanted.count;
            planned.signal();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        Thread planner = new Thread(() -> plan(rounds));
        planner.start();
        for (int i = 1; i <= rounds; i++) {
            wanted.signal();
            planned.awaitCount(i);
        }
        planner.join();
    }
}
