// A field is handed over by the start of its thread, and then written again from outside.
// After figures 11 and 13 of the paper on RACER: the write in the constructor is no part of it. It is a data
// race as well, which is not looked for here.
//@ mechanism lock discipline: programs of the paper
//@ options --detect lock-discipline

public class Thread1Assigned extends Thread {
    int number;

    Thread1Assigned(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        int seen = number; //~ unprotected Thread1Assigned.number
        if (seen != 42 && seen != 23) {
            throw new AssertionError(seen);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread1Assigned thread = new Thread1Assigned(42);
        thread.start();
        thread.number = 23; //~ unprotected Thread1Assigned.number
        thread.join();
    }
}
