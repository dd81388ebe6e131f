// Each thread has objects of its own, of the same class.
//@ mechanism thread basics: objects of one class apart

public class ThreadConfinement {
    static class Buffer {
        int used;
        final byte[] bytes = new byte[64];

        void add(byte b) {
            bytes[used++ % bytes.length] = b;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable work = () -> {
            Buffer buffer = new Buffer();
            for (int i = 0; i < 1000; i++) {
                buffer.add((byte) i);
            }
            if (buffer.used != 1000) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(work);
            threads[i].start();
        }
        work.run();
        for (Thread t : threads) {
            t.join();
        }
    }
}
