package java.lang;

/** What the agent calls in Java for a user strategy, on a thread of which nothing is recorded. */
final class RaddleStrategy {
    private RaddleStrategy() {}

    /** Not the loader of a schedule: the strategy sees them all. */
    static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, true, ClassLoader.getSystemClassLoader());
    }

    /** What was thrown, and where. */
    static String describe(Throwable thrown) {
        while (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) thrown = thrown.getCause();
        String text = thrown.getClass().getName();
        try {
            text = thrown.toString();
            for (StackTraceElement frame : thrown.getStackTrace()) {
                String type = frame.getClassName();
                if (!type.startsWith("java.") && !type.startsWith("jdk.")) return text + ", at " + frame;
            }
        } catch (Throwable e) {
            // It is the program's own class.
        }
        return text;
    }
}
