// The program ends the JVM itself, with what it should not have seen.
//@ mechanism explore: System.exit
//@ finds uncaught-exception
//@ small

public class ExitInside {
    static volatile int turns;

    static void turn() {
        turns = turns + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ExitInside::turn);
        other.start();
        turn();
        other.join();
        if (turns != 2) {
            throw new AssertionError(turns);
        }
        System.exit(0);
    }
}
