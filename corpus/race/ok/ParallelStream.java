// A parallel stream: collectors, partial results and array elements are not shared at the same time.
//@ mechanism java.util.concurrent: parallel streams

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelStream {
    static class Total {
        long sum;

        void add(int x) {
            sum += x;
        }

        void merge(Total other) {
            sum += other.sum;
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 10; round++) {
            Total total = IntStream.range(0, 2000).parallel().collect(Total::new, Total::add, Total::merge);
            List<Integer> even = IntStream.range(0, 2000).parallel().filter(x -> x % 2 == 0).boxed()
                    .collect(Collectors.toList());
            int[] squares = new int[1000];
            IntStream.range(0, 1000).parallel().forEach(i -> squares[i] = i * i);
            if (total.sum != 1999000 || even.size() != 1000 || squares[999] != 998001) {
                throw new AssertionError(total.sum);
            }
        }
    }
}
