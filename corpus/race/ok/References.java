// A reference queue and a cleaner do not confuse anybody.
//@ mechanism lifetimes: Cleaner
//@ mechanism lifetimes: reference queues

import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

public class References {
    static volatile boolean cleaned;
    int value = 3;

    public static void main(String[] args) throws InterruptedException {
        Cleaner cleaner = Cleaner.create();
        References kept = new References();
        WeakReference<References> weak = new WeakReference<>(kept);
        SoftReference<References> soft = new SoftReference<>(kept);
        cleaner.register(new References(), () -> cleaned = true);
        Thread t = new Thread(() -> {
            if (weak.get().value + soft.get().value != 6) {
                throw new AssertionError();
            }
        });
        t.start();
        t.join();
        for (int i = 0; i < 20 && !cleaned; i++) {
            System.gc();
            Thread.sleep(5);
        }
        kept.value++;
    }
}
