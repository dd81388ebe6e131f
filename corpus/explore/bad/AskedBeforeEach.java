// Each message is handed to a writer that is asked for first, and that nothing keeps from being far behind.
//@ mechanism explore: the end of a thread
//@ finds uncaught-exception

import java.util.ArrayDeque;

public class AskedBeforeEach {
    static final int ROOM = 120;
    static final ArrayDeque<Integer> queue = new ArrayDeque<>();

    static void log(Thread writer, int message) {
        if (!writer.isAlive()) {
            System.err.println(message);
            return;
        }
        synchronized (queue) {
            if (queue.size() == ROOM) {
                throw new AssertionError("the writer has not come yet");
            }
            queue.add(message);
            queue.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int taken = 0; taken <= ROOM; taken++) {
                synchronized (queue) {
                    while (queue.isEmpty()) {
                        try {
                            queue.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    queue.remove();
                }
            }
        });
        writer.start();
        for (int message = 0; message <= ROOM; message++) {
            log(writer, message);
        }
        writer.join();
    }
}
