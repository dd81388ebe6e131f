// A linked list under a lock; nodes are plain objects.
//@ mechanism thread basics: linked objects

public class LinkedNodesLocked {
    static class Node {
        int value;
        Node next;
    }

    private Node head;

    synchronized void push(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
    }

    synchronized int sum() {
        int sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedNodesLocked list = new LinkedNodesLocked();
        Thread t = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                list.push(i);
            }
        });
        t.start();
        for (int i = 0; i < 200; i++) {
            list.push(-i);
            list.sum();
        }
        t.join();
        if (list.sum() != 0) {
            throw new AssertionError();
        }
    }
}
