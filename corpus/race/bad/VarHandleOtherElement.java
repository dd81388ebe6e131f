// Release on one element of an array, acquire on its neighbour, for elements of three types.
//@ mechanism memory modes: VarHandle acquire/release on array elements

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class VarHandleOtherElement {
    static final int[] ints = new int[8];
    static final long[] longs = new long[8];
    static final String[] references = new String[8];
    static int byInts;
    static int byLongs;
    static int byReferences;
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    static final VarHandle REFERENCES = MethodHandles.arrayElementVarHandle(String[].class);

    static void publish() {
        byInts = 1; //~ race VarHandleOtherElement.byInts
        INTS.setRelease(ints, 3, 1);
        byLongs = 1; //~ race VarHandleOtherElement.byLongs
        LONGS.setVolatile(longs, 3, 1L);
        byReferences = 1; //~ race VarHandleOtherElement.byReferences
        boolean set = REFERENCES.compareAndSet(references, 3, references[3], "set");
    }

    static int look() {
        int sum = (int) INTS.getAcquire(ints, 4);
        sum += byInts; //~ race VarHandleOtherElement.byInts
        sum += (int) (long) LONGS.getVolatile(longs, 4);
        sum += byLongs; //~ race VarHandleOtherElement.byLongs
        String old = (String) REFERENCES.getAndSet(references, 4, "new");
        return sum + byReferences; //~ race VarHandleOtherElement.byReferences
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish();
        look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = look();
        end.release();
        t.join();
        System.out.println(sum <= 3);
    }
}
