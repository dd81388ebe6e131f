// Two groups use a room in turn: the first of a group locks it, the last one opens it. The counts of both
// groups have one lock, which is kept while waiting for the room, so no thread can leave the room.
//@ mechanism explore: nested lock and count
//@ finds deadlock

import java.util.concurrent.locks.ReentrantLock;

public class Carter {
    static final ReentrantLock room = new ReentrantLock();
    static volatile int inside;

    static final class Group {
        static final ReentrantLock lock = new ReentrantLock();
        int members;

        void enter() {
            lock.lock();
            if (++members == 1) {
                room.lock();
            }
            lock.unlock();
        }

        void leave() {
            lock.lock();
            if (--members == 0) {
                room.unlock();
            }
            lock.unlock();
        }

        void visit() {
            enter();
            inside = inside + 1;
            leave();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(new Group()::visit);
        Thread right = new Thread(new Group()::visit);
        left.start();
        right.start();
        left.join();
        right.join();
        if (inside != 2) {
            throw new AssertionError(inside);
        }
    }
}
