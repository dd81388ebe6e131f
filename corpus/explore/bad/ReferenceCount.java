// A user looks whether the resource is in use and only then counts itself in: it may have been closed.
//@ mechanism explore: reference count
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;

public class ReferenceCount {
    static final AtomicInteger users = new AtomicInteger(1);
    static volatile boolean closed;

    static boolean retain() {
        if (users.get() == 0) {
            return false;
        }
        users.incrementAndGet();
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
