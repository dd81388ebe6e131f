// A CopyOnWriteArrayList is iterated while another thread adds to it.
//@ mechanism explore: copy on write

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopiedOnWrite {
    static final List<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));

    public static void main(String[] args) throws InterruptedException {
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        int sum = 0;
        for (int item : list) {
            sum += item;
        }
        adder.join();
        if (sum != 3 && sum != 6 || list.size() != 3) {
            throw new AssertionError(sum + ", " + list);
        }
    }
}
