// Threads walk along a list and hold two neighbours at a time.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.locks.ReentrantLock;

public class HandOverHand {
    static class Node {
        final ReentrantLock lock = new ReentrantLock();
        final Node next;
        int visits;

        Node(Node next) {
            this.next = next;
        }
    }

    static void walk(Node head) {
        head.lock.lock();
        Node node = head;
        while (node.next != null) {
            node.visits++;
            node.next.lock.lock();
            node.lock.unlock();
            node = node.next;
        }
        node.visits++;
        node.lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Node head = null;
        for (int i = 0; i < 20; i++) {
            head = new Node(head);
        }
        Node first = head;
        Thread[] walkers = new Thread[4];
        for (int i = 0; i < walkers.length; i++) {
            walkers[i] = new Thread(() -> {
                for (int round = 0; round < 50; round++) {
                    walk(first);
                }
            });
            walkers[i].start();
        }
        for (Thread walker : walkers) {
            walker.join();
        }
        for (Node node = head; node != null; node = node.next) {
            if (node.visits != 200) {
                throw new AssertionError(node.visits);
            }
        }
    }
}
