// role: controlled program
/** Switch points that the program calls for by name. */
class Turns extends Thread {
    void sleeps() throws InterruptedException {
        Thread.sleep(1);
    }

    void waits() throws InterruptedException {
        wait();
        notifyAll();
    }

    boolean looks(Thread other) {
        return Thread.interrupted() || isInterrupted() || other.isInterrupted() || other.isAlive();
    }
}
