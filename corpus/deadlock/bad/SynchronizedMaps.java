// Two synchronized maps, each of which looks into the other while it computes.
//@ mechanism deadlocks: monitors

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Phaser;

public class SynchronizedMaps {
    static final Phaser meeting = new Phaser(2);
    static final Map<String, String> left = Collections.synchronizedMap(new HashMap<>());
    static final Map<String, String> right = Collections.synchronizedMap(new HashMap<>());

    static void copy(Map<String, String> to, Map<String, String> from) {
        to.computeIfAbsent("key", key -> {
            meeting.arriveAndAwaitAdvance();
            return from.get(key); //~ waits pair*2
        });
    }

    public static void main(String[] args) {
        new Thread(() -> copy(left, right)).start();
        copy(right, left);
    }
}
