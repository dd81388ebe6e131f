// What was written before put() is seen by who gets the value, and computations are exclusive per key.
//@ mechanism java.util.concurrent: ConcurrentHashMap

import java.util.concurrent.ConcurrentHashMap;

public class ConcurrentMap {
    static class Value {
        int number;
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Value> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> {
            for (int i = 0; i < 300; i++) {
                Value value = new Value();
                value.number = i;
                map.put(i, value);
            }
        });
        t.start();
        for (int i = 0; i < 300; i++) {
            Value value = map.get(i);
            while (value == null) {
                Thread.onSpinWait();
                value = map.get(i);
            }
            if (value.number != i) {
                throw new AssertionError(value.number);
            }
        }
        t.join();
        Runnable count = () -> {
            for (int i = 0; i < 200; i++) {
                map.compute(1000 + i % 3, (key, old) -> {
                    Value value = old == null ? new Value() : old;
                    value.number++;
                    return value;
                });
            }
        };
        Thread u = new Thread(count);
        u.start();
        count.run();
        u.join();
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += map.get(1000 + i).number;
        }
        if (sum != 400) {
            throw new AssertionError(sum);
        }
    }
}
