// What was written before an element was added is seen by who iterates over it.
//@ mechanism java.util.concurrent: CopyOnWriteArrayList and CopyOnWriteArraySet

import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWrite {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<int[]> list = new CopyOnWriteArrayList<>();
        Thread t = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                int[] element = new int[1];
                element[0] = 1;
                list.add(element);
            }
        });
        t.start();
        int sum;
        do {
            sum = 0;
            for (int[] element : list) {
                sum += element[0];
            }
            if (sum > list.size()) {
                throw new AssertionError(sum);
            }
        } while (sum < 100);
        t.join();
    }
}
