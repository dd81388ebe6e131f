// A volatile stop flag, and the worker's plain result read after join.
//@ mechanism memory modes: volatile fields

public class StopFlagVolatile {
    static class Worker extends Thread {
        volatile boolean stop;
        long rounds;

        @Override
        public void run() {
            while (!stop) {
                rounds++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.stop = true;
        worker.join();
        if (worker.rounds < 0) {
            throw new AssertionError();
        }
    }
}
