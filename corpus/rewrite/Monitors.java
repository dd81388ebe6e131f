// role: library
/** Monitors of blocks and of methods: with only synchronisation seen, in a library as in a program. */
class Monitors {
    static int count;
    Object lock;

    int block(Object lock, int n) {
        synchronized (lock) {
            while (n > 0) {
                n--;
            }
        }
        return n;
    }

    synchronized int method(int n) {
        return n > 0 ? 1 : count;
    }

    static synchronized void ofClass() {
        count++;
    }

    void waits() throws InterruptedException {
        synchronized (this) {
            wait();
            lock.wait(10);
            wait(10, 5);
        }
    }

    boolean alive(Thread t) {
        return t.isAlive();
    }
}
