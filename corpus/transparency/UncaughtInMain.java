// An exception that is not caught, with a cause and a suppressed one: the trace is on the error stream.

public class UncaughtInMain {
    static class Resource implements AutoCloseable {
        private int state;

        synchronized void use() {
            state++;
            throw new IllegalStateException("used " + state);
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("closed");
        }
    }

    static void work() {
        try (Resource resource = new Resource()) {
            resource.use();
        } catch (IllegalStateException e) {
            throw new RuntimeException("wrapped", e);
        }
    }

    public static void main(String[] args) {
        work();
    }
}
