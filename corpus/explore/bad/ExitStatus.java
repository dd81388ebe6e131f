// The program notices that something is wrong, and says so by its status.
//@ mechanism explore: System.exit
//@ finds bad-exit
//@ small

public class ExitStatus {
    static volatile int count;

    static void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ExitStatus::add);
        other.start();
        add();
        other.join();
        if (count != 2) {
            System.exit(3);
        }
    }
}
