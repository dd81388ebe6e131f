// A concurrent map publishes what was written before put(), not what is written after it.
//@ mechanism java.util.concurrent: ConcurrentHashMap

import java.util.concurrent.ConcurrentHashMap;

public class AfterMapPut {
    static class Visit {
        int user;
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Visit> visits = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> {
            Visit visit = new Visit();
            visits.put("id", visit);
            visit.user = 7; //~ race Visit.user
        });
        t.start();
        Visit visit = visits.get("id");
        while (visit == null) {
            Thread.onSpinWait();
            visit = visits.get("id");
        }
        int seen = visit.user; //~ race Visit.user
        t.join();
        System.out.println(seen == 0 || seen == 7);
    }
}
