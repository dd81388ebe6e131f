// The program ends the JVM itself, so each schedule has one of its own.
//@ mechanism explore: System.exit
//@ small

public class ExitInside {
    static volatile int turns;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> turns = 1);
        other.start();
        int seen = turns;
        other.join();
        if (seen > turns) {
            throw new AssertionError(seen);
        }
        System.exit(0);
    }
}
