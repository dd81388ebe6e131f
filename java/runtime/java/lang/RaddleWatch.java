package java.lang;

import static java.lang.RaddleConstants.*;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.loader.ClassLoaders;
import jdk.internal.misc.Unsafe;
import jdk.internal.util.StaticProperty;

/**
 * What the agent's own thread, the wait inspector, calls in Java. It inspects threads that wait; nothing that it
 * does is recorded.
 */
final class RaddleWatch {
    private RaddleWatch() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    static void ignore(Thread thread) {
        RaddleThread t = new RaddleThread();
        t.busy = true;
        t.ended = true;
        U.putReferenceRelease(thread, U.objectFieldOffset(Thread.class, "$raddle"), t);
    }

    /** The current thread ends by an exception that nothing has caught. */
    static void died(Throwable thrown) {
        RaddleThread t = RaddleSync.current();
        if (t.busy) return;
        t.busy = true;
        try {
            String message = (String) get(thrown, Throwable.class, "detailMessage");
            RaddleNative.died(t.id, thrown.getClass().getName(), message, frames(thrown));
        } catch (Throwable e) {
            // There is no memory or no stack left, or the exception has no stack to show. It is thrown all the same.
        } finally {
            t.busy = false;
        }
    }

    /** Class, method, file and line of each frame. */
    static String[] frames(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        String[] frames = new String[trace.length * FRAME_TEXTS];
        for (int i = 0; i < trace.length; i++) {
            frames[i * FRAME_TEXTS] = trace[i].getClassName();
            frames[i * FRAME_TEXTS + 1] = trace[i].getMethodName();
            frames[i * FRAME_TEXTS + 2] = trace[i].getFileName();
            frames[i * FRAME_TEXTS + 3] = Integer.toString(trace[i].getLineNumber());
        }
        return frames;
    }

    /** The thread right before another in the queue of a synchronizer; null if there is none. */
    static Thread ahead(Object synchronizer, Thread thread) {
        Collection<Thread> waiting;
        if (synchronizer instanceof AbstractQueuedSynchronizer) {
            waiting = ((AbstractQueuedSynchronizer) synchronizer).getQueuedThreads();
        } else if (synchronizer instanceof AbstractQueuedLongSynchronizer) {
            waiting = ((AbstractQueuedLongSynchronizer) synchronizer).getQueuedThreads();
        } else {
            return null;
        }
        boolean found = false;
        // From the last to the first.
        for (Thread queued : waiting) {
            if (found) return queued;
            found = queued == thread;
        }
        return null;
    }

    /** Whether a read-write lock that no thread has alone keeps writers out: 1 if so. */
    static int isTaken(Object lock) {
        long state;
        if (lock instanceof AbstractQueuedSynchronizer) {
            state = U.getIntVolatile(lock, U.objectFieldOffset(AbstractQueuedSynchronizer.class, "state"));
        } else if (lock instanceof AbstractQueuedLongSynchronizer) {
            state = U.getLongVolatile(lock, U.objectFieldOffset(AbstractQueuedLongSynchronizer.class, "state"));
        } else {
            StampedLock stamped = (StampedLock) lock;
            return stamped.isReadLocked() || stamped.isWriteLocked() ? 1 : 0;
        }
        return state != 0 ? 1 : 0;
    }

    /**
     * The threads of the pool that {@code thread} works for, if {@code task} waits in its queue: only they can run
     * it. Null: it does not, or that is unknown without waiting for locks that others might hold.
     */
    static Object[] workers(Thread thread, Object task) {
        Object worker = task(thread);
        if (worker == null || !worker.getClass().getName().equals(POOL + "$Worker")) return null;
        ThreadPoolExecutor pool = (ThreadPoolExecutor) get(worker, worker.getClass(), "this$0");
        Object queue = pool.getQueue();
        if (!QUEUES.contains(queue.getClass().getName()) || !((Collection<?>) queue).contains(task)) return null;
        Object[] workers = ((Collection<?>) get(pool, ThreadPoolExecutor.class, "workers")).toArray();
        for (int i = 0; i < workers.length; i++) workers[i] = get(workers[i], workers[i].getClass(), "thread");
        return workers;
    }

    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    /** Queues whose locks are held for no longer than it takes to look. */
    private static final List<String> QUEUES = List.of(
            "java.util.concurrent.LinkedBlockingQueue",
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.LinkedBlockingDeque");

    /** What a thread was made to run. */
    private static Object task(Thread thread) {
        if (RaddleNative.declares(Thread.class, "target")) return get(thread, Thread.class, "target");
        if (!RaddleNative.declares(Thread.class, "holder")) return null;
        Object holder = get(thread, Thread.class, "holder");
        return holder == null ? null : get(holder, holder.getClass(), "task");
    }

    private static Object get(Object o, Class<?> declaring, String field) {
        return U.getReference(o, U.objectFieldOffset(declaring, field));
    }

    /** How many native libraries that are not the JDK's there are among those loaded. */
    static int foreign(Object libraries) {
        String home = StaticProperty.javaHome();
        int count = 0;
        for (Object library : (Set<?>) libraries) {
            if (!((String) library).startsWith(home)) count++;
        }
        return count;
    }

    /**
     * How many threads that run when the JVM ends are not the JDK's own: its loggers and recorders have some, which
     * wake no thread.
     */
    static int foreignHooks(Object hooks) {
        int count = 0;
        for (Object hook : ((Map<?, ?>) hooks).keySet().toArray()) {
            Object task = task((Thread) hook);
            if (!isJdk(hook.getClass()) || task != null && !isJdk(task.getClass())) count++;
        }
        return count;
    }

    private static boolean isJdk(Class<?> c) {
        ClassLoader loader = c.getClassLoader();
        return loader == null || loader == ClassLoaders.platformClassLoader();
    }

    static int size(Object map) {
        return ((Map<?, ?>) map).size();
    }

    static int lockNumber(Object o) {
        return RaddleLocks.number(RaddleLocks.holder(RaddleSync.current(), o), o);
    }
}
