// Elements of an atomic array publish one by one.
//@ mechanism memory modes: AtomicIntegerArray and kin

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class AtomicArrays {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray ready = new AtomicIntegerArray(10);
        AtomicReferenceArray<int[]> boxes = new AtomicReferenceArray<>(10);
        int[] data = new int[10];
        Thread t = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                data[i] = i;
                ready.set(i, 1);
                int[] box = new int[1];
                box[0] = i;
                boxes.set(i, box);
            }
        });
        t.start();
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            while (ready.get(i) == 0) {
                Thread.onSpinWait();
            }
            sum += data[i];
            while (boxes.get(i) == null) {
                Thread.onSpinWait();
            }
            sum += boxes.get(i)[0];
        }
        t.join();
        if (sum != 90) {
            throw new AssertionError(sum);
        }
    }
}
