//@ maven io.projectreactor:reactor-core:3.7.1

import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Reactor: streams that change threads, split, meet again, share and cache, and sinks with many writers. */
final class ReactorStreams {
    private static final int THREADS = 8;
    private static final int ITEMS = 20_000;
    private static final Duration LONG = Duration.ofSeconds(100);

    public static void main(String[] args) throws Exception {
        long sum = (long) ITEMS * (ITEMS + 1) / 2;
        for (int round = 0; round < 3; round++) {
            Load.same(sum, parallel(), "parallel");
            Load.same(sum, groups(), "groups");
            Load.same(sum, windows(), "windows");
            Load.same(2 * sum, shared(), "shared");
            Load.same(ITEMS, sinks(), "sinks");
        }
        Schedulers.shutdownNow();
        System.out.println("ReactorStreams: sums of " + sum);
    }

    private static long parallel() {
        return Flux.range(1, ITEMS)
                .publishOn(Schedulers.boundedElastic())
                .parallel(4)
                .runOn(Schedulers.parallel())
                .map(n -> (long) n)
                .reduce(Long::sum)
                .block(LONG);
    }

    private static long groups() {
        return Flux.range(1, ITEMS)
                .groupBy(n -> n % 7)
                .flatMap(group -> group.publishOn(Schedulers.boundedElastic()).reduce(0L, Long::sum))
                .reduce(0L, Long::sum)
                .block(LONG);
    }

    private static long windows() {
        return Flux.range(1, ITEMS)
                .buffer(100)
                .flatMap(part -> Flux.fromIterable(part).subscribeOn(Schedulers.parallel()))
                .window(500)
                .concatMap(window -> window.reduce(0L, Long::sum))
                .publishOn(Schedulers.single())
                .reduce(0L, Long::sum)
                .block(LONG);
    }

    private static long shared() {
        Flux<Integer> source = Flux.range(1, ITEMS).subscribeOn(Schedulers.boundedElastic()).publish().autoConnect(2);
        Mono<Long> left = source.publishOn(Schedulers.parallel()).reduce(0L, Long::sum);
        Mono<Long> right = source.publishOn(Schedulers.boundedElastic()).reduce(0L, Long::sum);
        Mono<Long> both = Mono.zip(left, right, Long::sum).cache();
        return Mono.zip(both, both, Long::max).block(LONG);
    }

    /** Eight threads write to one sink; who finds it busy tries again. */
    private static int sinks() throws Exception {
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        Mono<Long> counted = sink.asFlux().publishOn(Schedulers.parallel()).distinct().count().cache();
        counted.subscribe();
        Load.threads(
                THREADS,
                number -> {
                    for (int i = 0; i < ITEMS / THREADS; i++) {
                        sink.emitNext(number * ITEMS + i, Sinks.EmitFailureHandler.busyLooping(LONG));
                    }
                });
        sink.emitComplete(Sinks.EmitFailureHandler.busyLooping(LONG));
        return counted.block(LONG).intValue();
    }
}
