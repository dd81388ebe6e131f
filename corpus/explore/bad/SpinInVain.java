// A thread is let go only if seen waiting. If it comes to wait later, it spins for ever.
//@ mechanism explore: spin for ever
//@ finds livelock

public class SpinInVain {
    static volatile boolean waiting;
    static volatile boolean go;

    static void letGo() {
        if (waiting) {
            go = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(SpinInVain::letGo);
        starter.start();
        waiting = true;
        while (!go) {
            Thread.onSpinWait();
        }
        waiting = false;
        starter.join();
    }
}
