import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Threads, locks, collections, fields and arrays of every kind; fails if any of it goes wrong. */
public class Work {
    static int shared = Integer.parseInt("0");
    static volatile long seen;
    static volatile boolean finalized;

    int count;
    long wide;
    double precise;
    volatile int ordered;
    Object self;
    final int fixed;
    byte[] bytes = new byte[10];

    Work(int fixed) {
        this.fixed = fixed;
        count = fixed;
        wide = fixed;
        precise = fixed;
        ordered = fixed;
        self = this;
    }

    class Inner {
        int start = count;

        int get() {
            return start + fixed;
        }
    }

    static class Gone {
        Object self = this;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            self = null;
            finalized = true;
        }
    }

    synchronized int add(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        count += n;
        return count;
    }

    static synchronized int addShared(int n) {
        shared += n;
        return shared;
    }

    int block(Object lock, int n) {
        synchronized (lock) {
            while (n > 0) {
                n--;
                wide++;
            }
            return n;
        }
    }

    long arrays() {
        int[] ints = new int[10];
        long[][] matrix = new long[3][4];
        boolean[] flags = new boolean[2];
        String[] strings = {"a", "b"};
        double[] doubles = {1, 2};
        float[] floats = {1};
        char[] chars = {'x'};
        short[] shorts = {1};
        for (int i = 0; i < 10; i++) {
            ints[i] = i;
            bytes[i] = (byte) ints[i];
        }
        matrix[1][2] += 5;
        matrix[2][3]++;
        flags[1] |= true;
        strings[0] += strings[1];
        doubles[1] *= 2;
        floats[0]++;
        chars[0]++;
        shorts[0]--;
        // Others may see them: so they are hooked.
        check(Arrays.asList(ints, flags, strings, doubles, floats, chars, shorts).size() == 7, "arrays");
        return matrix[1][2] + ints[5] + strings[0].length() + (long) doubles[1] + chars[0] - 'y' + shorts[0];
    }

    /** Elements here and there. */
    static int scattered(int[] counts, long[] where) {
        int odd = 0;
        for (int i = 0; i < where.length; i++) {
            counts[(int) where[i]]++;
            if ((where[i] & 1) != 0) {
                odd += counts[(int) where[i]];
            }
        }
        return odd;
    }

    /** Arrays that no other method ever sees. */
    static int confined(int n) {
        int[] last = null;
        int[] ones = {1, 1};
        String[] names = new String[n];
        for (int i = 0; i < n; i++) {
            int[] next = new int[] {i, ones[i & 1]};
            if (last != null && last != next) {
                next[0] += last[0];
            }
            names[i] = "x";
            last = next;
        }
        return last[0] + last.length + names[n - 1].length();
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    public static void main(String[] args) throws Exception {
        Work w = new Work(3);
        check(confined(4) == 9, "confined");
        check(scattered(new int[4], new long[] {3, 0, 3, 1}) == 4, "scattered");
        check(w.arrays() == 16, "arrays");
        exceptions(w);
        threads(w);
        pools();
        waiting();
        interrupts();
        check(w.new Inner().get() == w.count + 3, "inner class");
        check(Work.class.getDeclaredFields().length == 15, "fields " + Arrays.toString(Work.class.getDeclaredFields()));
        virtual();
        indirectly(w);
        modes();
        finalizer();
        report(args);
    }

    static void exceptions(Work w) throws Exception {
        try {
            w.add(-1);
            check(false, "no exception");
        } catch (IllegalArgumentException e) {
            check(e.getMessage().equals("negative") && e.getStackTrace()[0].getMethodName().equals("add"), "message");
        }
        check(!Thread.holdsLock(w), "lock kept");
        for (Runnable wrong : List.<Runnable>of(
                () -> ((Work) nothing()).count++,
                () -> ((Work) nothing()).wide = 1L,
                () -> ((int[]) nothing())[0] = 1,
                () -> shared = ((int[]) nothing())[0],
                () -> shared = (new int[1][1])[0][2])) {
            try {
                wrong.run();
                check(false, "no exception");
            } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
                check(e.getStackTrace()[0].getClassName().equals("Work"), "stack " + e.getStackTrace()[0]);
            }
        }
    }

    static Object nothing() {
        return null;
    }

    static void threads(Work w) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 5000; k++) {
                    w.add(1);
                    addShared(1);
                    w.block(w, 1);
                    w.ordered++;
                    seen++;
                }
            });
            t.start();
            threads.add(t);
        }
        for (Thread t : threads) {
            t.join();
            check(!t.isAlive() && t.getState() == Thread.State.TERMINATED, "ended");
        }
        Thread failing = new Thread(() -> { throw new IllegalStateException("on purpose"); });
        failing.setUncaughtExceptionHandler((thread, thrown) -> { });
        failing.start();
        failing.join();
        check(w.count == 20003 && shared == 20000 && w.wide == 20003, "sums");
    }

    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        AtomicLong sum = new AtomicLong();
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        CountDownLatch done = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            int key = i % 10;
            pool.submit(() -> {
                map.merge(key, 1, Integer::sum);
                sum.incrementAndGet();
                lock.lock();
                try {
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
                done.countDown();
            });
        }
        done.await();
        pool.shutdown();
        check(pool.awaitTermination(60, TimeUnit.SECONDS), "pool ended");
        check(sum.get() == 100 && map.get(3) == 10, "pool's work");
        check(CompletableFuture.supplyAsync(() -> 5).thenApplyAsync(x -> x + 1).get() == 6, "future");
        check(Arrays.stream(new int[] {1, 2, 3}).parallel().map(x -> x * 2).sum() == 12, "parallel stream");
    }

    static void waiting() throws Exception {
        Object lock = new Object();
        boolean[] go = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (lock) {
                while (!go[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        t.start();
        synchronized (lock) {
            lock.wait(1);
            lock.wait(1, 1);
            go[0] = true;
            lock.notifyAll();
        }
        t.join();
    }

    static void interrupts() throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                check(!Thread.interrupted(), "cleared");
                seen = 7;
            }
        });
        t.start();
        check(!t.isInterrupted(), "not interrupted yet");
        t.interrupt();
        t.join();
        check(seen == 7, "interrupted");
        Thread parked = new Thread(LockSupport::park);
        parked.start();
        LockSupport.unpark(parked);
        parked.join();
    }

    static void virtual() throws Exception {
        Runnable work = () -> {
            LockSupport.parkNanos(1000);
            seen = 8;
        };
        if (Runtime.version().feature() >= 21) {
            Thread t = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
            t.join();
            check(seen == 8 && t.getState() == Thread.State.TERMINATED, "virtual thread");
        }
    }

    /** Accesses that the JDK performs on behalf of the program. */
    static void indirectly(Work w) throws Exception {
        List<String> list = new ArrayList<>(List.of("a", "b"));
        list.set(0, "c");
        int[] ints = {3, 1, 2};
        Arrays.sort(ints);
        int[] copy = ints.clone();
        System.arraycopy(copy, 0, ints, 1, 2);
        check(list.get(0).equals("c") && Arrays.equals(ints, new int[] {1, 1, 2}), "copies");
        List<String> view = Arrays.asList(new String[] {"x", "y"});
        view.set(0, view.get(1));
        check(view.get(0).equals("y"), "view");
        Field field = Work.class.getDeclaredField("count");
        int before = field.getInt(w);
        field.setInt(w, before);
        check(field.get(w).equals(before), "reflection");
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        new java.io.ObjectOutputStream(bytes).writeObject(new ArrayList<>(List.of(before)));
        Object read = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray())).readObject();
        check(read.equals(List.of(before)), "serialisation");
        try {
            MethodHandle getter = MethodHandles.lookup().findGetter(Work.class, "count", int.class);
            check((int) getter.invokeExact(w) == before, "method handle");
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(w, queue);
        check(reference.enqueue() && queue.poll() == reference, "queue");
    }

    int i;
    long j;
    float f;
    double d;
    Object o;

    static VarHandle handle(String name, Class<?> type) throws Exception {
        return MethodHandles.lookup().findVarHandle(Work.class, name, type);
    }

    static void modes() throws Exception {
        Work w = new Work(0);
        VarHandle i = handle("i", int.class);
        VarHandle o = handle("o", Object.class);
        i.set(w, 1);
        i.setOpaque(w, (int) i.getOpaque(w) + (int) i.get(w));
        check((int) i.getAndAdd(w, 1) == 2 && i.compareAndSet(w, 3, 4), "updates");
        check((int) i.compareAndExchange(w, 4, 5) == 4, "exchange");
        check((long) handle("j", long.class).compareAndExchange(w, 0L, 5L) == 0, "exchange");
        check((float) handle("f", float.class).compareAndExchange(w, 0f, 5f) == 0, "exchange");
        check((double) handle("d", double.class).compareAndExchange(w, 0d, 5d) == 0, "exchange");
        check(o.compareAndExchange(w, null, w) == null && w.o == w, "exchange");
        o.setOpaque(w, o.getOpaque(w));
        check((Object) o.get(w) == w, "reference");
        VarHandle.fullFence();
        VarHandle.releaseFence();
        VarHandle.acquireFence();
        StampedLock lock = new StampedLock();
        check(lock.validate(lock.tryOptimisticRead()), "optimistic");
        locks(lock);
    }

    static void locks(StampedLock stamped) throws Exception {
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        readWrite.readLock().lock();
        check(readWrite.readLock().tryLock(), "read twice");
        readWrite.readLock().unlock();
        readWrite.readLock().unlock();
        check(readWrite.writeLock().tryLock(), "write");
        readWrite.writeLock().unlock();
        long stamp = stamped.tryConvertToReadLock(stamped.writeLock());
        stamped.unlock(stamp);
        check(stamped.tryReadLock() != 0 && stamped.tryUnlockRead(), "stamps");
        new CyclicBarrier(1).await();
    }

    static void finalizer() throws Exception {
        new Gone();
        for (int i = 0; i < 600 && !finalized; i++) {
            System.gc();
            Thread.sleep(100);
        }
        check(finalized, "finalized");
    }

    /** Each hook must have been called. */
    static void report(String[] hooks) throws Exception {
        Field field = Class.forName("java.lang.Raddle").getField("calls");
        int[] calls = (int[]) field.get(null);
        for (int i = 0; i < hooks.length; i++) {
            int number = i;
            if (hooks[i].equals("shutdownBegins")) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    if (calls[number] == 0) {
                        System.out.println("no call of shutdownBegins");
                        Runtime.getRuntime().halt(1);
                    }
                }));
            } else if (!hooks[i].equals("-") && (!hooks[i].equals("beforePark") || Runtime.version().feature() >= 21)) {
                check(calls[i] > 0, "no call of " + hooks[i]);
            }
        }
        System.out.println("done");
    }
}
