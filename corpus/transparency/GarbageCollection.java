// Being watched keeps nothing alive: objects, arrays and locks that the program drops are collected.

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class GarbageCollection {
    static class Node {
        int value;
        int[] data = new int[10];
    }

    static List<WeakReference<Object>> use() throws InterruptedException {
        Node node = new Node();
        int[] array = new int[1000];
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                node.value++;
                node.data[3]++;
                for (int i = 0; i < array.length; i++) {
                    array[i]++;
                }
            }
        });
        thread.start();
        synchronized (lock) {
            node.value++;
            node.data[3]++;
            array[5]++;
        }
        thread.join();
        List<WeakReference<Object>> references = new ArrayList<>();
        for (Object object : new Object[] {node, node.data, array, lock, thread}) {
            references.add(new WeakReference<>(object));
        }
        return references;
    }

    public static void main(String[] args) throws InterruptedException {
        List<WeakReference<Object>> references = use();
        for (int i = 0; i < 50 && references.stream().anyMatch(r -> r.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        for (WeakReference<Object> reference : references) {
            Object left = reference.get();
            System.out.println(left == null ? "collected" : "kept: " + left.getClass().getSimpleName());
        }
        // More garbage than fits at once.
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            Node node = new Node();
            node.data[i % 10] = i;
            sum += node.data[i % 10] + node.value;
        }
        System.out.println(sum);
    }
}
