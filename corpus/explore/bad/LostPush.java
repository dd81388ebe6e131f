// A stack whose push reads the top and then sets it: one of two nodes may be lost.
//@ mechanism explore: push without compare and set
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicReference;

public class LostPush {
    record Node(int value, Node next) {}

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(int value) {
        Node node = new Node(value, top.get());
        top.set(node);
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
