// A roller coaster: passengers read the number of the ride under the coaster's lock, the coaster writes it
// under that lock, and reads it without. A false warning, as in the paper on RACER: no other thread writes.
//@ mechanism lock discipline: programs of the paper
//@ sites vary

public class Roller {
    static final int RIDES = 5;
    static final int SEATS = 3;

    static class Coaster extends Thread {
        private int rideNo;
        private int seated;

        synchronized void ride() throws InterruptedException {
            int mine = rideNo; //~ unprotected Coaster.rideNo
            seated++;
            notifyAll();
            while (rideNo == mine) { //~ unprotected Coaster.rideNo
                wait();
            }
        }

        synchronized void waitUntilFull() throws InterruptedException {
            while (seated < SEATS) {
                wait();
            }
        }

        synchronized void arrive() {
            seated -= SEATS;
            rideNo++; //~ unprotected Coaster.rideNo
            notifyAll();
        }

        @Override
        public void run() {
            try {
                while (rideNo < RIDES) { //~ unprotected Coaster.rideNo
                    waitUntilFull();
                    arrive();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Coaster coaster = new Coaster();
        coaster.start();
        Thread[] passengers = new Thread[SEATS];
        for (int i = 0; i < SEATS; i++) {
            passengers[i] = new Thread(() -> {
                try {
                    for (int ride = 0; ride < RIDES; ride++) {
                        coaster.ride();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            passengers[i].start();
        }
        coaster.join();
        for (Thread passenger : passengers) {
            passenger.join();
        }
    }
}
