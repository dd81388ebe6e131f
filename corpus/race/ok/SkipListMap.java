// A concurrent sorted map and a concurrent set publish their elements.
//@ mechanism java.util.concurrent: ConcurrentSkipListMap and ConcurrentSkipListSet

import java.util.concurrent.ConcurrentSkipListMap;

public class SkipListMap {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, int[]> map = new ConcurrentSkipListMap<>();
        Thread t = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                int[] value = new int[1];
                value[0] = i;
                map.put(i, value);
            }
        });
        t.start();
        for (int i = 0; i < 200; i++) {
            int[] value = map.get(i);
            while (value == null) {
                Thread.onSpinWait();
                value = map.get(i);
            }
            if (value[0] != i) {
                throw new AssertionError(i);
            }
        }
        t.join();
    }
}
