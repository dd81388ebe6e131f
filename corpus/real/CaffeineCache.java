//@ maven com.github.ben-manes.caffeine:caffeine:3.1.8

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Caffeine: bounded and expiring caches that eight threads fill, read and empty. */
final class CaffeineCache {
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;
    private static final int KEYS = 2_000;

    public static void main(String[] args) throws Exception {
        LongAdder removed = new LongAdder();
        ExecutorService executor = Executors.newFixedThreadPool(2);
        LoadingCache<Integer, String> bounded =
                Caffeine.newBuilder()
                        .maximumSize(KEYS / 4)
                        .expireAfterAccess(Duration.ofMinutes(10))
                        .executor(executor)
                        .recordStats()
                        .removalListener((key, value, cause) -> removed.increment())
                        .build(CaffeineCache::load);
        AsyncLoadingCache<Integer, String> weighed =
                Caffeine.newBuilder()
                        .maximumWeight(KEYS)
                        .weigher((Integer key, String value) -> 1 + key % 3)
                        .expireAfterWrite(Duration.ofMillis(50))
                        .executor(executor)
                        .buildAsync(CaffeineCache::load);
        Load.threads(THREADS, number -> use(bounded, weighed, number));
        bounded.cleanUp();
        Load.same(true, bounded.estimatedSize() <= KEYS / 4, "the bound is kept");
        Load.same(true, bounded.stats().loadCount() >= KEYS / 4, "there were loads");
        executor.shutdown();
        Load.same(true, executor.awaitTermination(60, TimeUnit.SECONDS), "the executor ends");
        Load.same(true, removed.sum() > 0, "there were removals");
        System.out.println("CaffeineCache: " + THREADS * ROUNDS + " rounds");
    }

    private static void use(
            LoadingCache<Integer, String> bounded, AsyncLoadingCache<Integer, String> weighed, int number) {
        SplittableRandom random = new SplittableRandom(number);
        for (int i = 0; i < ROUNDS; i++) {
            // Some keys are used much more than others.
            int key = random.nextInt(1 + random.nextInt(KEYS));
            Load.same(load(key), bounded.get(key), "the value");
            if (i % 16 == 0) {
                Load.same(load(key), weighed.get(key).join(), "the value");
                bounded.put(key, load(key));
            }
            if (i % 64 == 0) {
                bounded.invalidate(random.nextInt(KEYS));
            }
            if (i % 4096 == 0) {
                bounded.asMap().forEach((k, value) -> Load.same(load(k), value, "the value"));
            }
        }
    }

    private static String load(int key) {
        return "value of " + key;
    }
}
