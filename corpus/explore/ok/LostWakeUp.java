// Producer and consumers wait at the same monitor, and notifyAll wakes them all.
//@ mechanism explore: notify instead of notifyAll
//@ small

public class LostWakeUp {
    static int slot;

    static synchronized void put(int item) throws InterruptedException {
        while (slot != 0) {
            LostWakeUp.class.wait();
        }
        slot = item;
        LostWakeUp.class.notifyAll();
    }

    static synchronized void take() {
        try {
            while (slot == 0) {
                LostWakeUp.class.wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        slot = 0;
        LostWakeUp.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LostWakeUp::take);
        Thread two = new Thread(LostWakeUp::take);
        one.start();
        two.start();
        put(1);
        put(2);
        one.join();
        two.join();
    }
}
