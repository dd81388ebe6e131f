// role: jdk; javac: --patch-module java.base=HERE
package java.util.concurrent.locks;

/** A stand-in for the real class, to show its patches. */
public class LockSupport {
    public static void unpark(Thread thread) {
        if (thread != null) {
            thread.notifyAll();
        }
    }

    public static void park() {
        if (Thread.interrupted()) {
            return;
        }
        Thread.onSpinWait();
    }
}
