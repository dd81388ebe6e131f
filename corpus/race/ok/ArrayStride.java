// Even elements for one thread, odd ones for the other.
//@ mechanism thread basics: array elements

public class ArrayStride {
    static void fill(long[] data, int first) {
        for (int i = first; i < data.length; i += 2) {
            data[i] = data[i] + i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] data = new long[1001];
        Thread odd = new Thread(() -> fill(data, 1));
        odd.start();
        fill(data, 0);
        odd.join();
        long sum = 0;
        for (long value : data) {
            sum += value;
        }
        if (sum != 500500) {
            throw new AssertionError(sum);
        }
    }
}
