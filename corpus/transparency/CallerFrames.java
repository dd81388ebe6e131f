// Programs that look at their own stack see their own frames.

import java.util.List;
import java.util.stream.Collectors;

public class CallerFrames {
    private int calls;

    static class Base {
        final List<String> seen;

        Base() {
            seen = walk();
        }

        static List<String> walk() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.map(f -> f.getClassName() + "." + f.getMethodName() + ":"
                            + f.getLineNumber()).collect(Collectors.toList()));
        }
    }

    static class Derived extends Base {
        int field = 1;
    }

    synchronized void locked() {
        calls++;
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            System.out.println(frame);
        }
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            System.out.println(frame);
        }
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    public static void main(String[] args) {
        System.out.println(new Derived().seen);
        CallerFrames it = new CallerFrames();
        it.locked();
        Runnable inLambda = it::locked;
        inLambda.run();
        System.out.println(caller());
        System.out.println(it.calls);
    }
}
