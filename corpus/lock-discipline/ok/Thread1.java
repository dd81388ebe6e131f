// A field is written before its thread is started, and only that thread reads it.
// After figures 11 and 12 of the paper on RACER.
//@ mechanism lock discipline: programs of the paper

public class Thread1 extends Thread {
    int number;

    Thread1(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        if (number != 42) {
            throw new AssertionError(number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread1 thread = new Thread1(42);
        thread.start();
        thread.join();
    }
}
