// role: program
/** A synchronized method that is checked too: its frames know the thread. */
class SynchronizedProgram {
    private int total;
    private volatile boolean done;

    synchronized int add(int[] more) {
        for (int m : more) {
            total += m;
        }
        done = true;
        return total;
    }
}
