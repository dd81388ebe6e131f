// Producer and consumers wait at the same monitor, and notify wakes one of them: it may be one who can do
// nothing with it, while the right one sleeps on.
//@ mechanism explore: notify instead of notifyAll
//@ finds stuck

public class LostWakeUp {
    static int slot;

    static synchronized void put(int item) throws InterruptedException {
        while (slot != 0) {
            LostWakeUp.class.wait();
        }
        slot = item;
        LostWakeUp.class.notify();
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
        LostWakeUp.class.notify();
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
