// Ten threads, each started by the one before, which hands over a value only after the start: a child that
// is quick finds nothing. Experiment 4 of Ricken's thesis, after ConTest.
//@ mechanism explore: started too early
//@ finds uncaught-exception

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ChainOfThreads {
    static final int LENGTH = 10;
    static final Map<Integer, String> values = new ConcurrentHashMap<>();

    static void link(int number, String value) throws InterruptedException {
        Thread next = new Thread(() -> {
            String own = values.get(number);
            String longer = own.concat("x");
            if (number < LENGTH) {
                try {
                    link(number + 1, longer);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        next.start();
        values.put(number, value);
        next.join();
    }

    public static void main(String[] args) throws InterruptedException {
        link(1, "x");
    }
}
