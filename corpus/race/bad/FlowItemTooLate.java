// submit() publishes what was written before it, not what is written to the item after.
//@ mechanism java.util.concurrent: Flow and SubmissionPublisher

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class FlowItemTooLate {
    static class Item {
        int data;
    }

    static final class Reader implements Flow.Subscriber<Item> {
        final CountDownLatch done = new CountDownLatch(1);
        int seen;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Item item) {
            seen = item.data; //~ race Item.data
            done.countDown();
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Reader reader = new Reader();
        Item item = new Item();
        try (SubmissionPublisher<Item> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(reader);
            publisher.submit(item);
            item.data = 1; //~ race Item.data
            reader.done.await();
        }
        System.out.println(reader.seen <= 1);
    }
}
