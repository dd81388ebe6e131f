// The parts of the paper's first program that are right: a counter with one lock, and a counter per thread.
//@ mechanism lock discipline: programs of the paper

public class TaskGuarded implements Runnable {
    static int guarded;
    int own;

    @Override
    public void run() {
        for (int i = 0; i < 100; i++) {
            synchronized (TaskGuarded.class) {
                guarded++;
            }
            own++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new TaskGuarded());
        Thread second = new Thread(new TaskGuarded());
        first.start();
        second.start();
        first.join();
        second.join();
        synchronized (TaskGuarded.class) {
            if (guarded != 200) {
                throw new AssertionError(guarded);
            }
        }
    }
}
