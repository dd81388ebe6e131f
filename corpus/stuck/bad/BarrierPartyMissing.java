// A barrier for three, and two come.
//@ mechanism stuck programs: barriers and the like

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierPartyMissing {
    static final CyclicBarrier barrier = new CyclicBarrier(3);

    static void come() {
        try {
            barrier.await(); //~ waits all*2
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(BarrierPartyMissing::come).start();
        come();
    }
}
