package java.lang;

/**
 * Thrown, and caught at once, where a schedule stops for a debugger: the JVM's own debugger agent waits for one as
 * soon as it sees this. What the debugger lets the thread call meanwhile is no part of the schedule.
 */
final class RaddleStop extends Error {
    private static final long serialVersionUID = 1;

    private RaddleStop() {
        super(null, null, false, false);
    }

    static void here() {
        RaddleThread t = RaddleSync.current();
        boolean busy = t.busy;
        t.busy = true;
        try {
            throw new RaddleStop();
        } catch (RaddleStop e) {
            t.busy = busy;
        }
    }
}
