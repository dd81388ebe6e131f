// Elements of an ArrayList that threads read, and others that are set meanwhile; and the same ones, set in order.
//@ mechanism collections: elements and entries apart
//@ mechanism collections: iterators

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class ArrayListElementsRead {
    static final int LENGTH = 300;

    static List<Integer> list() {
        return new ArrayList<>(Collections.nCopies(LENGTH, 1));
    }

    /** Of an even list, one thread reads what the other does not set, side by side. */
    static void apart(List<Integer> list, int from, int to, int step) throws InterruptedException {
        Thread t = new Thread(() -> {
            int sum = 0;
            for (int i = from; i < to; i += step) {
                sum += list.get(i);
            }
            if (sum == 0) {
                throw new AssertionError(sum);
            }
        });
        t.start();
        for (int i = 0; i < LENGTH; i++) {
            if (i < from || i >= to || (i - from) % step != 0) {
                list.set(i, 2);
            }
        }
        t.join();
    }

    /** The beginning of an iteration does not read the rest. */
    static void iteration(List<Integer> list) throws InterruptedException {
        Thread t = new Thread(() -> {
            Iterator<Integer> iterator = list.iterator();
            iterator.next();
            iterator.next();
        });
        t.start();
        list.set(2, 2);
        list.subList(2, 10).set(5, 2);
        t.join();
    }

    /** What was read before a latch may be set after it. */
    static void handedOver(List<Integer> list) throws InterruptedException {
        CountDownLatch read = new CountDownLatch(2);
        Runnable reads = () -> {
            int sum = 0;
            for (int value : list) {
                sum += value;
            }
            sum += list.get(LENGTH - 1) + list.toArray().length;
            read.countDown();
            if (sum == 0) {
                throw new AssertionError(sum);
            }
        };
        Thread one = new Thread(reads);
        Thread other = new Thread(reads);
        one.start();
        other.start();
        read.await();
        for (int i = 0; i < LENGTH; i++) {
            list.set(i, 2);
        }
        one.join();
        other.join();
    }

    /** A copy has elements of its own. */
    @SuppressWarnings("unchecked")
    static void copied(ArrayList<Integer> list) throws InterruptedException {
        Thread t = new Thread(() -> {
            for (int value : list) {
                if (value != 1) {
                    throw new AssertionError(value);
                }
            }
        });
        t.start();
        ArrayList<Integer> copy = (ArrayList<Integer>) list.clone();
        for (int i = 0; i < LENGTH; i++) {
            copy.set(i, 2);
        }
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        apart(list(), 0, LENGTH, 2);
        apart(list(), 50, 250, 1);
        apart(list(), 10, 40, 1);
        apart(list(), 64, 128, 3);
        iteration(list());
        handedOver(list());
        copied((ArrayList<Integer>) list());
    }
}
