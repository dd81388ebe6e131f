// Two threads push onto a linked stack without a lock.
//@ mechanism thread basics: linked objects

public class LinkedNodes {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node head;

    static void push(int value) {
        head = new Node(value, head); //~ race LinkedNodes.head
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> push(1));
        t.start();
        push(2);
        t.join();
        System.out.println(head.value > 0);
    }
}
