// Whole arrays, copied, filled, sorted, cloned and wrapped under one lock.
//@ mechanism bulk and indirect: System.arraycopy
//@ mechanism bulk and indirect: Arrays.fill
//@ mechanism bulk and indirect: Arrays.sort
//@ mechanism bulk and indirect: Arrays.copyOf
//@ mechanism bulk and indirect: Arrays.equals
//@ mechanism bulk and indirect: Arrays.stream
//@ mechanism bulk and indirect: Arrays.asList
//@ mechanism bulk and indirect: clone() of an array
//@ mechanism bulk and indirect: new String and String.valueOf over an array
//@ mechanism bulk and indirect: String.getChars
//@ mechanism bulk and indirect: buffers over an array
//@ mechanism bulk and indirect: varargs

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;

public class BulkLocked {
    static final Object lock = new Object();
    static final int[] numbers = new int[16];
    static final int[] other = new int[16];
    static final char[] chars = "abcdefghijklmnop".toCharArray();
    static final byte[] bytes = new byte[16];
    static final String[] names = {"c", "b", "a"};
    static long total;

    static int sum(int... values) {
        return Arrays.stream(values).sum();
    }

    static void work(int me) {
        for (int round = 0; round < 30; round++) {
            synchronized (lock) {
                Arrays.fill(numbers, me);
                System.arraycopy(numbers, 0, other, 4, 12);
                Arrays.sort(other);
                total += Arrays.copyOf(other, 8).length + other.clone()[3] + Arrays.hashCode(other) + sum(numbers);
                total += Arrays.equals(numbers, other) ? 1 : 0;
                "xyz".getChars(0, 3, chars, me);
                total += new String(chars).length() + String.valueOf(chars, 0, 4).length();
                ByteBuffer.wrap(bytes).putLong(me, round);
                total += bytes[7];
                Collections.reverse(Arrays.asList(names));
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(1));
        t.start();
        work(2);
        t.join();
        if (!names[1].equals("b") || total == 0) {
            throw new AssertionError(total);
        }
    }
}
