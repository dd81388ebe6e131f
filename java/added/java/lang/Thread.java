package java.lang;

/**
 * What the runtime uses of {@link Thread}, with the field that the agent adds. Only {@code javac} sees this:
 * a plain access to the field is one that the compiler can keep in a register, one by {@code Unsafe} is not.
 */
public class Thread {
    RaddleThread $raddle;

    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    public static native Thread currentThread();
    public static native void yield();
    public static native void onSpinWait();
    public static native boolean holdsLock(Object o);
    public final native boolean isAlive();
}
