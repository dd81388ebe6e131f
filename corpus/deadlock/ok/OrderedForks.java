// Dining philosophers who take the fork with the smaller number first.
//@ mechanism deadlocks: monitors

public class OrderedForks {
    static final int PHILOSOPHERS = 8;

    public static void main(String[] args) throws InterruptedException {
        Object[] forks = new Object[PHILOSOPHERS];
        for (int i = 0; i < PHILOSOPHERS; i++) {
            forks[i] = new Object();
        }
        int[] meals = new int[PHILOSOPHERS];
        Thread[] philosophers = new Thread[PHILOSOPHERS];
        for (int i = 0; i < PHILOSOPHERS; i++) {
            int me = i;
            int next = (i + 1) % PHILOSOPHERS;
            Object first = forks[Math.min(me, next)];
            Object second = forks[Math.max(me, next)];
            philosophers[i] = new Thread(() -> {
                for (int meal = 0; meal < 200; meal++) {
                    synchronized (first) {
                        Thread.yield();
                        synchronized (second) {
                            meals[me]++;
                        }
                    }
                }
            });
            philosophers[i].start();
        }
        for (int i = 0; i < PHILOSOPHERS; i++) {
            philosophers[i].join();
            if (meals[i] != 200) {
                throw new AssertionError(meals[i]);
            }
        }
    }
}
