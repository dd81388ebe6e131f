// Two threads find no session in a concurrent map, and each puts its own: one of them is lost.
//@ mechanism explore: check, then put
//@ finds uncaught-exception

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapCheckThenAct {
    static final ConcurrentHashMap<String, AtomicInteger> sessions = new ConcurrentHashMap<>();

    static void visit() {
        if (!sessions.containsKey("ann")) {
            sessions.put("ann", new AtomicInteger());
        }
        sessions.get("ann").incrementAndGet();
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
