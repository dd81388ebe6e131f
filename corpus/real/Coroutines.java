//@ maven org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.9.0

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.flow.MutableStateFlow;
import kotlinx.coroutines.flow.StateFlowKt;
import kotlinx.coroutines.future.FutureKt;
import kotlinx.coroutines.sync.Mutex;
import kotlinx.coroutines.sync.MutexKt;

/** Kotlin's coroutines as Java sees them: jobs on the default dispatcher, a mutex, a state, timers and futures. */
final class Coroutines {
    private static final int JOBS = 400;
    private static final int THREADS = 4;

    /** Each written by one job, read after it was joined. */
    private static final int[] results = new int[JOBS];

    /** Guarded by the mutex. */
    private static int total;

    public static void main(String[] args) throws Exception {
        MutableStateFlow<Integer> done = StateFlowKt.MutableStateFlow(0);
        Mutex mutex = MutexKt.Mutex(false);
        Job[] jobs = new Job[JOBS];
        for (int i = 0; i < JOBS; i++) {
            int number = i;
            jobs[i] = BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(), CoroutineStart.DEFAULT,
                    (scope, continuation) -> {
                        results[number] = number * number;
                        while (!mutex.tryLock(null)) {
                            Thread.onSpinWait();
                        }
                        total += number;
                        mutex.unlock(null);
                        int seen = done.getValue();
                        while (!done.compareAndSet(seen, seen + 1)) {
                            seen = done.getValue();
                        }
                        return Unit.INSTANCE;
                    });
        }
        Load.threads(THREADS, number -> {
            for (int i = number; i < JOBS; i += THREADS) {
                Job job = jobs[i];
                BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> job.join(continuation));
                Load.same(i * i, results[i], "result of " + i);
            }
        });
        Load.same(JOBS, done.getValue(), "jobs");
        Load.same(JOBS * (JOBS - 1) / 2, total, "total");
        CompletableFuture<Unit> later = FutureKt.future(GlobalScope.INSTANCE, Dispatchers.getIO(),
                CoroutineStart.DEFAULT, (scope, continuation) -> DelayKt.delay(20, continuation));
        later.get(30, TimeUnit.SECONDS);
        System.out.println("Coroutines: " + done.getValue() + " jobs, " + total);
    }
}
