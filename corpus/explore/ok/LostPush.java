// A stack whose push tries again if the top has changed.
//@ mechanism explore: push without compare and set
//@ small

import java.util.concurrent.atomic.AtomicReference;

public class LostPush {
    record Node(int value, Node next) {}

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(int value) {
        Node old;
        do {
            old = top.get();
        } while (!top.compareAndSet(old, new Node(value, old)));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> push(1));
        Thread two = new Thread(() -> push(2));
        one.start();
        two.start();
        one.join();
        two.join();
        int sum = 0;
        for (Node node = top.get(); node != null; node = node.next()) {
            sum += node.value();
        }
        if (sum != 3) {
            throw new AssertionError("sum " + sum);
        }
    }
}
