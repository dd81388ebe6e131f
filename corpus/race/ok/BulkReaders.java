// Arrays that are only read, by several threads at once and by every method of the JDK that reads.
//@ mechanism bulk and indirect: System.arraycopy
//@ mechanism bulk and indirect: Arrays.copyOf
//@ mechanism bulk and indirect: Arrays.equals
//@ mechanism bulk and indirect: Arrays.stream
//@ mechanism bulk and indirect: Arrays.asList
//@ mechanism bulk and indirect: clone() of an array
//@ mechanism bulk and indirect: new String and String.valueOf over an array
//@ mechanism bulk and indirect: buffers over an array

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;

public class BulkReaders {
    static int read(int[] numbers, char[] chars, byte[] bytes, String[] names) {
        int[] target = new int[numbers.length];
        System.arraycopy(numbers, 0, target, 0, numbers.length);
        int sum = Arrays.copyOf(numbers, 3).length + Arrays.hashCode(numbers) + Arrays.stream(numbers).sum();
        sum += Arrays.equals(numbers, target) ? 1 : 0;
        sum += numbers.clone()[1] + Arrays.asList(names).indexOf("b") + Arrays.toString(names).length();
        sum += new String(chars).length() + String.valueOf(chars, 1, 2).hashCode() + new String(bytes).hashCode();
        return sum + ByteBuffer.wrap(bytes).getInt() + CharBuffer.wrap(chars).toString().hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        int[] numbers = {1, 2, 3, 4};
        char[] chars = {'a', 'b', 'c', 'd'};
        byte[] bytes = {1, 2, 3, 4};
        String[] names = {"a", "b"};
        int[] sums = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 20; round++) {
                    sums[me] += read(numbers, chars, bytes, names);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        Arrays.fill(numbers, 0);
        if (sums[0] != sums[1] || sums[1] != sums[2]) {
            throw new AssertionError(Arrays.toString(sums));
        }
    }
}
