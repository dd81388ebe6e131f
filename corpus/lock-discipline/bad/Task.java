// Two tasks share a counter without a lock, another one with, and each has one of its own. Found: the first.
// After figure 1 of the paper on RACER. It is a data race as well, which is not looked for here.
//@ mechanism lock discipline: programs of the paper
//@ options --detect lock-discipline

public class Task implements Runnable {
    static int shared;
    static int guarded;
    int own;

    @Override
    public void run() {
        shared++; //~ unprotected Task.shared
        synchronized (Task.class) {
            guarded++;
        }
        own++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new Task());
        Thread second = new Thread(new Task());
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
