// clean() runs the action on the calling thread, once, even if others call it later.
//@ mechanism lifetimes: Cleaner

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

public class CleanedByHand {
    static int closed;

    public static void main(String[] args) throws InterruptedException {
        Object owner = new Object();
        Cleaner.Cleanable cleanable = Cleaner.create().register(owner, () -> closed++);
        Thread t = new Thread(cleanable::clean);
        t.start();
        t.join();
        cleanable.clean();
        if (closed != 1) {
            throw new AssertionError(closed);
        }
        Reference.reachabilityFence(owner);
    }
}
