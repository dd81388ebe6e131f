// Two threads work on different ranges of the same arrays, all by methods of the JDK.
//@ mechanism bulk and indirect: System.arraycopy
//@ mechanism bulk and indirect: Arrays.fill
//@ mechanism bulk and indirect: Arrays.sort
//@ mechanism bulk and indirect: Arrays.copyOf
//@ mechanism bulk and indirect: Arrays.equals
//@ mechanism bulk and indirect: Arrays.stream
//@ mechanism bulk and indirect: Arrays.asList
//@ mechanism bulk and indirect: String.getChars
//@ mechanism bulk and indirect: new String and String.valueOf over an array
//@ mechanism bulk and indirect: buffers over an array
//@ mechanism bulk and indirect: reflection on arrays

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

public class BulkHalves {
    static final int[] numbers = new int[64];
    static final int[] copied = new int[64];
    static final char[] chars = new char[64];
    static final byte[] bytes = new byte[64];
    static final Integer[] boxes = new Integer[64];

    static void work(int from, int to) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, to - from).slice();
        List<Integer> list = Arrays.asList(boxes).subList(from, to);
        for (int round = 1; round <= 10; round++) {
            Arrays.fill(numbers, from, to, round);
            numbers[from] = 100;
            Arrays.sort(numbers, from, to);
            System.arraycopy(numbers, from, copied, from, to - from);
            int[] copy = Arrays.copyOfRange(copied, from, to);
            String text = Integer.toString(round);
            text.getChars(0, text.length(), chars, from);
            buffer.putInt(0, round).put(8, (byte) round);
            list.set(0, round);
            Array.setInt(numbers, to - 1, 7);
            int sum = Arrays.stream(numbers, from, to).sum() + buffer.getInt(0) + list.get(0);
            if (!Arrays.equals(copy, 0, copy.length, copied, from, to)
                    || !new String(chars, from, text.length()).equals(text)
                    || sum != 31 * round + 7 + 2 * round) {
                throw new AssertionError(sum);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0, 32));
        t.start();
        work(32, 64);
        t.join();
        if (Arrays.stream(copied).sum() != 2 * (31 * 10 + 100)) {
            throw new AssertionError(Arrays.toString(copied));
        }
    }
}
