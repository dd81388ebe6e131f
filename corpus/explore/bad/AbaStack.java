// A stack whose nodes are used again: the top is the same node as before, but what is below it is not (ABA), so
// a node that another thread has taken gets back into the stack.
//@ mechanism explore: ABA
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

public class AbaStack {
    static final class Node {
        final AtomicBoolean taken = new AtomicBoolean();
        volatile Node next;
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(Node node) {
        node.taken.set(false);
        Node old;
        do {
            old = top.get();
            node.next = old;
        } while (!top.compareAndSet(old, node));
    }

    static Node pop() {
        Node node;
        do {
            node = top.get();
            if (node == null) {
                return null;
            }
        } while (!top.compareAndSet(node, node.next));
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
