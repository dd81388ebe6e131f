// Collections.synchronizedList and synchronizedMap hand over what was written before.
//@ mechanism collections: synchronized wrappers

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class SynchronizedCollections {
    public static void main(String[] args) throws InterruptedException {
        List<int[]> list = Collections.synchronizedList(new ArrayList<>());
        Map<String, int[]> map = Collections.synchronizedMap(new HashMap<>());
        Thread t = new Thread(() -> {
            int[] a = new int[1];
            a[0] = 1;
            list.add(a);
            int[] b = new int[1];
            b[0] = 2;
            map.put("b", b);
        });
        t.start();
        while (list.isEmpty()) {
            Thread.onSpinWait();
        }
        int sum = list.get(0)[0];
        int[] b = map.get("b");
        while (b == null) {
            Thread.onSpinWait();
            b = map.get("b");
        }
        sum += b[0];
        t.join();
        if (sum != 3) {
            throw new AssertionError(sum);
        }
    }
}
