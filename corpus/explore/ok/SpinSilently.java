// A thread spins on a volatile field without saying so.
//@ mechanism explore: spinning

public class SpinSilently {
    static volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (turn != 1) {}
            turn = 2;
        });
        other.start();
        turn = 1;
        while (turn != 2) {}
        other.join();
    }
}
