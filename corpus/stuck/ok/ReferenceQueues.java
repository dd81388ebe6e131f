// Main waits for the collector: the reference is put into its queue by a thread of the JVM.
//@ mechanism stuck programs: the collector

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

public class ReferenceQueues {
    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> reference = new PhantomReference<>(new Object(), queue);
        Thread collector = new Thread(() -> {
            try {
                while (!Thread.interrupted()) {
                    System.gc();
                    Thread.sleep(300);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        collector.setDaemon(true);
        collector.start();
        Reference<?> dead = queue.remove();
        collector.interrupt();
        if (dead != reference) {
            throw new AssertionError();
        }
    }
}
