// A concurrent map publishes what was written before put(), not what is written after it.

import java.util.concurrent.ConcurrentHashMap;

public class AfterMapPut {
    static class Session {
        int user;
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> {
            Session session = new Session();
            sessions.put("id", session);
            session.user = 7; //~ race Session.user
        });
        t.start();
        Session session = sessions.get("id");
        while (session == null) {
            Thread.onSpinWait();
            session = sessions.get("id");
        }
        int seen = session.user; //~ race Session.user
        t.join();
        System.out.println(seen == 0 || seen == 7);
    }
}
