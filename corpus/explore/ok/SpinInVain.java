// A thread is let go, seen waiting or not.
//@ mechanism explore: spin for ever

public class SpinInVain {
    static volatile boolean waiting;
    static volatile boolean go;

    static void letGo() {
        go = true;
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
