// Missed because: the accesses are inside java.util.HashMap, and plain accesses of the JDK's own code are
// not checked.
//@ mechanism collections: HashMap

import java.util.HashMap;
import java.util.Map;

public class UnsynchronizedHashMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>();
        Thread t = new Thread(() -> map.put(1, 1));
        t.start();
        map.put(2, 2);
        t.join();
        System.out.println(map.size() <= 2);
    }
}
