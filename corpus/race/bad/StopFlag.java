// A stop flag that is not volatile. The worker looks a thousand times at most.
//@ mechanism memory modes: volatile fields

public class StopFlag {
    static class Worker extends Thread {
        boolean stop;
        int rounds;

        @Override
        public void run() {
            while (rounds < 1000 && !stop) { //~ race Worker.stop
                rounds++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.stop = true; //~ race Worker.stop
        worker.join();
        System.out.println(worker.rounds <= 1000);
    }
}
