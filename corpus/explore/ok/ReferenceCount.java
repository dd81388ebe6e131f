// A user counts itself in only if the count is still what it looked at.
//@ mechanism explore: reference count
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class ReferenceCount {
    static final AtomicInteger users = new AtomicInteger(1);
    static volatile boolean closed;

    static boolean retain() {
        int count;
        do {
            count = users.get();
            if (count == 0) {
                return false;
            }
        } while (!users.compareAndSet(count, count + 1));
        return true;
    }

    static void release() {
        if (users.decrementAndGet() == 0) {
            closed = true;
        }
    }

    static void use() {
        if (retain()) {
            if (closed) {
                throw new AssertionError("used after it was closed");
            }
            release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread user = new Thread(ReferenceCount::use);
        Thread owner = new Thread(ReferenceCount::release);
        user.start();
        owner.start();
        user.join();
        owner.join();
    }
}
