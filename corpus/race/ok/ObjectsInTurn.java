// Objects, arrays and locks that are dropped at once: what takes their place in memory has no past.
//@ mechanism lifetimes: object identities re-used

import java.util.concurrent.ArrayBlockingQueue;

public class ObjectsInTurn {
    static final ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);

    static void produce() {
        try {
            for (int i = 0; i < 3000; i++) {
                int[] box = new int[8];
                box[i % 8] = 1;
                synchronized (box) {
                    box[(i + 1) % 8] = System.identityHashCode(box) == 0 ? 0 : 1;
                }
                queue.put(box);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ObjectsInTurn::produce);
        t.start();
        int sum = 0;
        for (int i = 0; i < 3000; i++) {
            int[] box = queue.take();
            for (int k = 0; k < box.length; k++) {
                sum += box[k];
                box[k] = 0;
            }
            if (i % 500 == 0) {
                System.gc();
            }
        }
        t.join();
        if (sum < 5900) {
            throw new AssertionError(sum);
        }
    }
}
