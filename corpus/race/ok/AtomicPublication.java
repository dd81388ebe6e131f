// Atomics publish: set and get, compareAndSet, getAndUpdate, lazySet.
//@ mechanism memory modes: AtomicInteger and kin

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

public class AtomicPublication {
    static class Node {
        int value;
        Node next;
    }

    static final AtomicReference<Node> head = new AtomicReference<>();
    static final AtomicInteger counter = new AtomicInteger();
    static final AtomicBoolean flag = new AtomicBoolean();
    static final AtomicLong lazy = new AtomicLong();
    static int byCounter;
    static int byFlag;
    static int byLazy;

    static void push(int value) {
        Node node = new Node();
        node.value = value;
        Node old;
        do {
            old = head.get();
            node.next = old;
        } while (!head.compareAndSet(old, node));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            byCounter = 1;
            counter.incrementAndGet();
            byFlag = 2;
            flag.set(true);
            byLazy = 3;
            lazy.lazySet(1);
            for (int i = 0; i < 200; i++) {
                push(i);
            }
        });
        t.start();
        while (counter.get() == 0) {
            Thread.onSpinWait();
        }
        int sum = byCounter;
        while (!flag.compareAndSet(true, false)) {
            Thread.onSpinWait();
        }
        sum += byFlag;
        while (lazy.get() == 0) {
            Thread.onSpinWait();
        }
        sum += byLazy;
        for (int popped = 0; popped < 200; ) {
            Node node = head.getAndSet(null);
            while (node != null) {
                sum += node.value;
                node = node.next;
                popped++;
            }
        }
        t.join();
        if (sum != 19906) {
            throw new AssertionError(sum);
        }
    }
}
