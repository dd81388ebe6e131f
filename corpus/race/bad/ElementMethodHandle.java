// Method handles that set or get an element are accesses of it.
//@ mechanism bulk and indirect: method handles on array elements

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Semaphore;

public class ElementMethodHandle {
    static final MethodHandle SET = MethodHandles.arrayElementSetter(int[].class);
    static final MethodHandle GET = MethodHandles.arrayElementGetter(int[].class);

    static void write(int[] data) {
        try {
            SET.invokeExact(data, 2, 1); //~ race data[2]
            data[3] = 1; //~ race data[3]
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int read(int[] data) {
        try {
            int seen = data[2]; //~ race data[2]
            return seen + (int) GET.invokeExact(data, 3); //~ race data[3]
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[4]; //~ array data
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(new int[4]);
        read(new int[4]);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            write(data);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = read(data);
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
