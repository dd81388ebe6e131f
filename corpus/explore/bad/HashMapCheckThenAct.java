// Two threads look into a plain map before they put something there. That races, and both may have found nothing.
//@ mechanism explore: contents of collections
//@ finds uncaught-exception

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

public class HashMapCheckThenAct {
    static final Map<String, String> map = new HashMap<>();
    static final AtomicInteger made = new AtomicInteger();

    static void get() {
        if (!map.containsKey("key")) {
            map.put("key", "value");
            made.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        map.put("other", "value");
        Thread other = new Thread(HashMapCheckThenAct::get);
        other.start();
        get();
        other.join();
        if (made.get() != 1) {
            throw new AssertionError("made twice");
        }
    }
}
