// What is written after unpark() is not ordered with the thread that it wakes.
//@ jdk 21+
//@ mechanism virtual threads: park and unpark

import java.util.concurrent.locks.LockSupport;

public class VirtualParkedTooLate {
    static volatile boolean ready;
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> {
            while (!ready) {
                LockSupport.park();
            }
            seen = data; //~ race VirtualParkedTooLate.data
        });
        ready = true;
        LockSupport.unpark(t);
        data = 1; //~ race VirtualParkedTooLate.data
        t.join();
        System.out.println(seen <= 1);
    }
}
