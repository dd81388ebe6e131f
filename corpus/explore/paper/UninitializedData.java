// Four listeners spin until they hear of a subject, but they hear before the subject is there, and
// the flag is common to all of them. Experiment 3 of Ricken's thesis, after ConTest.
//@ mechanism explore: uninitialised data
//@ finds uncaught-exception

public class UninitializedData {
    static final int LISTENERS = 4;

    static final class Subject {
        long value() {
            return 7;
        }
    }

    static final class Listener implements Runnable {
        static volatile boolean informed;
        volatile Subject subject;

        void tell(Subject news) {
            informed = true;
            subject = news;
        }

        @Override
        public void run() {
            while (!informed) {
                Thread.yield();
            }
            if (subject.value() != 7) {
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Listener[] listeners = new Listener[LISTENERS];
        Thread[] threads = new Thread[LISTENERS];
        for (int i = 0; i < LISTENERS; i++) {
            listeners[i] = new Listener();
            threads[i] = new Thread(listeners[i]);
            threads[i].start();
        }
        for (Listener listener : listeners) {
            listener.tell(new Subject());
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
