//@ maven io.reactivex.rxjava3:rxjava:3.1.10

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.ReplaySubject;
import io.reactivex.rxjava3.subjects.Subject;
import java.util.concurrent.TimeUnit;

/** RxJava: streams that change threads, split, meet again, buffer, share, replay and time out. */
final class RxStreams {
    private static final int THREADS = 8;
    private static final int ITEMS = 20_000;

    public static void main(String[] args) throws Exception {
        long sum = (long) ITEMS * (ITEMS + 1) / 2;
        for (int round = 0; round < 3; round++) {
            Load.same(sum, parallel(), "parallel");
            Load.same(sum, groups(), "groups");
            Load.same(sum, windows(), "windows");
            Load.same(2 * sum, shared(), "shared");
        }
        Load.same(ITEMS, subjects(), "subjects");
        Schedulers.shutdown();
        System.out.println("RxStreams: sums of " + sum);
    }

    private static long parallel() {
        return Flowable.range(1, ITEMS)
                .observeOn(Schedulers.io())
                .parallel(4)
                .runOn(Schedulers.computation())
                .map(n -> (long) n)
                .reduce(Long::sum)
                .timeout(100, TimeUnit.SECONDS)
                .blockingSingle();
    }

    private static long groups() {
        return Observable.range(1, ITEMS)
                .groupBy(n -> n % 7)
                .flatMapSingle(group -> group.observeOn(Schedulers.io()).reduce(0L, Long::sum))
                .reduce(0L, Long::sum)
                .blockingGet();
    }

    private static long windows() {
        return Flowable.range(1, ITEMS)
                .buffer(100)
                .flatMap(
                        part -> Flowable.fromIterable(part).subscribeOn(Schedulers.computation()).map(n -> (long) n))
                .window(500)
                .concatMapSingle(window -> window.reduce(0L, Long::sum))
                .observeOn(Schedulers.single())
                .reduce(0L, Long::sum)
                .blockingGet();
    }

    private static long shared() {
        Flowable<Integer> source = Flowable.range(1, ITEMS).subscribeOn(Schedulers.io()).publish().autoConnect(2);
        Single<Long> left = source.observeOn(Schedulers.computation()).reduce(0L, Long::sum);
        Single<Long> right = source.observeOn(Schedulers.io()).reduce(0L, Long::sum);
        return left.zipWith(right, Long::sum).blockingGet();
    }

    /** Eight threads feed one subject, which must be serialised for that, and one processor. */
    private static int subjects() throws Exception {
        Subject<Integer> subject = PublishSubject.<Integer>create().toSerialized();
        ReplaySubject<Integer> replay = ReplaySubject.create();
        subject.observeOn(Schedulers.computation()).subscribe(replay);
        var processor = PublishProcessor.<Integer>create().toSerialized();
        var counted = processor.onBackpressureBuffer().observeOn(Schedulers.io()).count().toFuture();
        Load.threads(
                THREADS,
                number -> {
                    for (int i = 0; i < ITEMS / THREADS; i++) {
                        subject.onNext(number * ITEMS + i);
                        processor.onNext(i);
                    }
                });
        subject.onComplete();
        processor.onComplete();
        Load.same((long) ITEMS, counted.get(100, TimeUnit.SECONDS), "items of the processor");
        return replay.distinct().count().blockingGet().intValue();
    }
}
