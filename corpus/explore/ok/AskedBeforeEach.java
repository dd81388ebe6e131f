// Each message is handed to a writer that is asked for first, and waited for if there is no room.
//@ mechanism explore: the end of a thread

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
            while (queue.size() == ROOM) {
                try {
                    queue.wait();
                } catch (InterruptedException e) {
                    return;
                }
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
                    queue.notify();
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
