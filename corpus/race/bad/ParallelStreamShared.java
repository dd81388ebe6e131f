// The elements of a parallel stream share a counter. They wait for each other, so that two threads run
// them.
//@ mechanism java.util.concurrent: parallel streams

import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

public class ParallelStreamShared {
    static int count;
    static final CountDownLatch both = new CountDownLatch(2);

    static void work(int element) {
        count += element; //~ race ParallelStreamShared.count
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        IntStream.range(0, 2).parallel().forEach(ParallelStreamShared::work);
        System.out.println(count <= 1);
    }
}
