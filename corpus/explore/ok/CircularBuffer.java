// The producer fills the slot before it moves its index.
//@ mechanism explore: ring buffer of two indices
//@ small

import java.util.concurrent.atomic.AtomicReferenceArray;

public class CircularBuffer {
    static final int SIZE = 2;
    static final AtomicReferenceArray<String> slots = new AtomicReferenceArray<>(SIZE);
    static volatile int head;
    static volatile int tail;

    static boolean put(String item) {
        int at = tail;
        if (at - head == SIZE) {
            return false;
        }
        slots.set(at % SIZE, item);
        tail = at + 1;
        return true;
    }

    static String take() {
        int at = head;
        if (at == tail) {
            return null;
        }
        String item = slots.getAndSet(at % SIZE, null);
        if (item == null) {
            throw new AssertionError("empty slot " + at);
        }
        head = at + 1;
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            put("one");
            put("two");
        });
        producer.start();
        take();
        take();
        producer.join();
    }
}
