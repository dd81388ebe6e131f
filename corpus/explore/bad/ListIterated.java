// A synchronized list is iterated without its lock, while another thread adds to it.
//@ mechanism explore: modified while iterated
//@ finds uncaught-exception

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListIterated {
    static final List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
    static volatile int sum;

    static void sumUp() {
        for (int item : list) {
            sum += item;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        sumUp();
        adder.join();
        if (sum != 3 && sum != 6) {
            throw new AssertionError("sum " + sum);
        }
    }
}
