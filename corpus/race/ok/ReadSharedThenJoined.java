// Readers first; the writer waits for all of them.
//@ mechanism thread basics: reads by several threads

public class ReadSharedThenJoined {
    static int limit = 10;

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            int expected = limit;
            Thread[] readers = new Thread[4];
            for (int i = 0; i < readers.length; i++) {
                readers[i] = new Thread(() -> {
                    if (limit != expected) {
                        throw new AssertionError();
                    }
                });
                readers[i].start();
            }
            for (Thread reader : readers) {
                reader.join();
            }
            limit++;
        }
        if (limit != 30) {
            throw new AssertionError(limit);
        }
    }
}
