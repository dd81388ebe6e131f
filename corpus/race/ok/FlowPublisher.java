// An item of a publisher comes after submit(), and items come one after another.
//@ mechanism java.util.concurrent: Flow and SubmissionPublisher

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class FlowPublisher {
    static final class Reader implements Flow.Subscriber<int[]> {
        final CountDownLatch done = new CountDownLatch(1);
        int sum;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(int[] item) {
            sum += item[0];
            item[0] = 0;
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {
            done.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Reader reader = new Reader();
        try (SubmissionPublisher<int[]> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(reader);
            for (int i = 0; i < 100; i++) {
                int[] item = new int[1];
                item[0] = i;
                publisher.submit(item);
            }
        }
        reader.done.await();
        if (reader.sum != 4950) {
            throw new AssertionError(reader.sum);
        }
    }
}
