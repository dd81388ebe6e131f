// The sum of a parallel stream.
//@ mechanism explore: parallel streams

import java.util.stream.IntStream;

public class ParallelStream {
    public static void main(String[] args) {
        int sum = IntStream.rangeClosed(1, 100).parallel().map(n -> 2 * n).sum();
        if (sum != 10100) {
            throw new AssertionError(sum);
        }
    }
}
