// role: jdk; javac: --patch-module java.base=HERE
package java.lang;

/** A stand-in for the real class, to show its patches. */
public class Thread {
    public enum State {
        NEW,
        TERMINATED
    }

    private volatile boolean interrupted;

    public void start() {
        start0();
    }

    private native void start0();

    private void exit() {}

    public final synchronized void join(long millis) throws InterruptedException {
        while (isAlive()) {
            wait(millis);
        }
    }

    public final boolean isAlive() {
        return true;
    }

    public State getState() {
        return State.NEW;
    }

    public void interrupt() {
        interrupted = true;
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public static boolean interrupted() {
        return false;
    }

    public static void onSpinWait() {}
}
