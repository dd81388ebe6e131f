// A thread gets from an EnumMap into which another one puts the same key.
//@ mechanism collections: EnumMap

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class UnsynchronizedEnumMap {
    public static void main(String[] args) throws InterruptedException {
        Map<TimeUnit, String> map = new EnumMap<>(TimeUnit.class);
        map.put(TimeUnit.DAYS, "d");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(TimeUnit.HOURS, "h"); //~ race contents:EnumMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(TimeUnit.HOURS); //~ race contents:EnumMap
        end.release();
        t.join();
        System.out.println(seen == null || seen.equals("h"));
    }
}
