// A session is made inside the concurrent map, once.
//@ mechanism explore: check, then put

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapCheckThenAct {
    static final ConcurrentHashMap<String, AtomicInteger> sessions = new ConcurrentHashMap<>();

    static void visit() {
        sessions.computeIfAbsent("ann", name -> new AtomicInteger()).incrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(MapCheckThenAct::visit);
        Thread two = new Thread(MapCheckThenAct::visit);
        one.start();
        two.start();
        one.join();
        two.join();
        int visits = sessions.get("ann").get();
        if (visits != 2) {
            throw new AssertionError(visits + " visits");
        }
    }
}
