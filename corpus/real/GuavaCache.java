//@ maven com.google.guava:guava:33.4.0-jre

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import com.google.common.collect.MapMaker;
import com.google.common.eventbus.AsyncEventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.Striped;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** Guava: a loading cache, weak interners and maps, striped locks, futures and an event bus. */
final class GuavaCache {
    private static final int THREADS = 8;
    private static final int ROUNDS = 5_000;
    private static final int KEYS = 1_000;

    public static void main(String[] args) throws Exception {
        GuavaCache shared = new GuavaCache();
        Load.threads(THREADS, shared::use);
        shared.pool.shutdown();
        Load.same(true, shared.pool.awaitTermination(60, TimeUnit.SECONDS), "the pool ends");
        Load.same(THREADS * ROUNDS, shared.words.size(), "words counted");
        Load.same(THREADS * ROUNDS / 10, shared.ears.heard.get(), "events heard");
        int sum = 0;
        for (int[] counter : shared.counters) {
            sum += counter[0];
        }
        Load.same(THREADS * ROUNDS, sum, "counted under striped locks");
        System.out.println("GuavaCache: " + THREADS * ROUNDS + " rounds");
    }

    private final LoadingCache<Integer, String> cache =
            CacheBuilder.newBuilder()
                    .maximumSize(KEYS / 4)
                    .expireAfterAccess(10, TimeUnit.MILLISECONDS)
                    .recordStats()
                    .build(CacheLoader.from(GuavaCache::load));
    private final Interner<String> interner = Interners.newWeakInterner();
    private final ConcurrentMap<Integer, String> soft = new MapMaker().weakValues().makeMap();
    private final ConcurrentHashMultiset<String> words = ConcurrentHashMultiset.create();
    private final Striped<Lock> stripes = Striped.lock(16);
    private final int[][] counters = new int[16][1];
    private final RateLimiter limiter = RateLimiter.create(1e9);
    private final ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(4));
    private final AsyncEventBus bus = new AsyncEventBus(pool);
    private final Ears ears = new Ears();

    private GuavaCache() {
        bus.register(ears);
    }

    private void use(int number) throws Exception {
        SplittableRandom random = new SplittableRandom(number);
        for (int i = 0; i < ROUNDS; i++) {
            int key = random.nextInt(1 + random.nextInt(KEYS));
            Load.same(load(key), cache.get(key), "the value");
            String word = interner.intern("word " + key % 50);
            Load.same("word " + key % 50, word, "the word");
            words.add(word);
            soft.putIfAbsent(key, load(key));
            Lock lock = stripes.getAt(key % 16);
            lock.lock();
            try {
                counters[key % 16][0]++;
            } finally {
                lock.unlock();
            }
            if (i % 10 == 0) {
                limiter.acquire();
                bus.post(key);
            }
            if (i % 100 == 0) {
                cache.invalidate(key);
                chain(key);
            }
        }
    }

    private void chain(int key) throws Exception {
        List<ListenableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int part = i;
            parts.add(Futures.transform(pool.submit(() -> key + part), n -> n * 2, pool));
        }
        ListenableFuture<Integer> sum =
                Futures.transform(
                        Futures.allAsList(parts),
                        all -> all.stream().mapToInt(Integer::intValue).sum(),
                        MoreExecutors.directExecutor());
        Load.same(6 * key + 6, sum.get(), "the sum of the futures");
    }

    private static String load(int key) {
        return "value of " + key;
    }

    static final class Ears {
        final AtomicInteger heard = new AtomicInteger();

        @Subscribe
        public void hear(Integer event) {
            heard.incrementAndGet();
        }
    }
}
