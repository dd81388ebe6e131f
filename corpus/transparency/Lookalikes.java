// Methods that are named as the JVM's own, in classes that are not threads.

public class Lookalikes {
    static class Lamp {
        private int asked;

        boolean isAlive() {
            return ++asked % 2 == 0;
        }

        void wait(int rounds) {
            asked += rounds;
        }

        void wait(String why) {
            System.out.println("waits: " + why);
        }

        Lamp start() {
            return this;
        }

        int join() {
            return asked;
        }

        void interrupt() {
            asked = 0;
        }

        void park() {
            asked--;
        }

        int getState() {
            return asked;
        }
    }

    static class Worker extends Thread {
        private String log = "";

        @Override
        public synchronized void start() {
            log += "s";
            super.start();
        }

        @Override
        public void run() {
            synchronized (this) {
                log += "r";
            }
        }

        @Override
        public void interrupt() {
            synchronized (this) {
                log += "i";
            }
            super.interrupt();
        }

        @Override
        public boolean isInterrupted() {
            return true;
        }

        @Override
        public State getState() {
            return State.NEW;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Lamp lamp = new Lamp();
        lamp.wait(2);
        lamp.wait("just so");
        System.out.println(lamp.isAlive() + " " + lamp.isAlive() + " " + lamp.start().join());
        lamp.park();
        System.out.println(lamp.getState());
        lamp.interrupt();
        System.out.println(lamp.getState());
        Worker worker = new Worker();
        worker.start();
        worker.join();
        worker.interrupt();
        System.out.println(worker.log + " " + worker.isInterrupted() + " " + worker.getState() + " " + worker.isAlive());
    }
}
