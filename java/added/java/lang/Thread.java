package java.lang;

/**
 * What the runtime uses of {@link Thread}, with the field that the agent adds. Only {@code javac} sees this:
 * a plain access to the field is one that the compiler can keep in a register, one by {@code Unsafe} is not.
 */
public class Thread {
    RaddleThread $raddle;

    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    public interface UncaughtExceptionHandler {}

    public static native Thread currentThread();
    public static native void yield();
    public static native void onSpinWait();
    public static native void sleep(long millis) throws InterruptedException;
    public static native void sleep(long millis, int nanos) throws InterruptedException;
    public static native boolean holdsLock(Object o);
    public static native boolean interrupted();
    public static native UncaughtExceptionHandler getDefaultUncaughtExceptionHandler();
    public native UncaughtExceptionHandler getUncaughtExceptionHandler();
    public native void setContextClassLoader(ClassLoader loader);
    public final native ThreadGroup getThreadGroup();
    public final native boolean isDaemon();
    public native boolean isInterrupted();
    public final native boolean isAlive();
    public final native String getName();
}
