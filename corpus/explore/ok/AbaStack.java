// A stack whose nodes are used again. A stamp tells the same top from the same top once more.
//@ mechanism explore: ABA

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicStampedReference;

public class AbaStack {
    static final class Node {
        final AtomicBoolean taken = new AtomicBoolean();
        volatile Node next;
    }

    static final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);

    static void push(Node node) {
        node.taken.set(false);
        int[] stamp = new int[1];
        Node old;
        do {
            old = top.get(stamp);
            node.next = old;
        } while (!top.compareAndSet(old, node, stamp[0], stamp[0] + 1));
    }

    static Node pop() {
        int[] stamp = new int[1];
        Node node;
        do {
            node = top.get(stamp);
            if (node == null) {
                return null;
            }
        } while (!top.compareAndSet(node, node.next, stamp[0], stamp[0] + 1));
        if (node.taken.getAndSet(true)) {
            throw new AssertionError("taken twice");
        }
        return node;
    }

    public static void main(String[] args) throws InterruptedException {
        push(new Node());
        push(new Node());
        Thread one = new Thread(AbaStack::pop);
        Thread two = new Thread(() -> {
            Node node = pop();
            pop();
            push(node);
        });
        one.start();
        two.start();
        one.join();
        two.join();
        for (int i = 0; i < 2; i++) {
            pop();
        }
    }
}
