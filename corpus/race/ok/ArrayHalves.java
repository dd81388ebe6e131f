// Each thread has one half of an array, then the whole is read after join.
//@ mechanism thread basics: array elements

public class ArrayHalves {
    static void fill(int[] data, int from, int to) {
        for (int round = 0; round < 10; round++) {
            for (int i = from; i < to; i++) {
                data[i] += i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[1000];
        Thread low = new Thread(() -> fill(data, 0, 500));
        Thread high = new Thread(() -> fill(data, 500, 1000));
        low.start();
        high.start();
        low.join();
        high.join();
        int sum = 0;
        for (int value : data) {
            sum += value;
        }
        if (sum != 4995000) {
            throw new AssertionError(sum);
        }
    }
}
