// Two synchronized lists, each of which is added to the other. The monitors are entered inside the JDK.
//@ mechanism lock order: collections of the JDK

import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;

public class SynchronizedCollections {
    static final AtomicInteger turn = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Vector<Integer> left = new Vector<>();
        Vector<Integer> right = new Vector<>();
        left.add(1);
        right.add(2);
        Thread other = new Thread(() -> {
            if (left.equals(right)) { //~ takes pair
                throw new AssertionError();
            }
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        if (right.equals(left)) { //~ takes pair
            throw new AssertionError();
        }
        other.join();
    }
}
