// Takes more steps than a schedule is given, and ends all the same once its threads take turns.
//@ mechanism explore: fair turns
//@ options --max-steps 300

public class LongerThanAllowed {
    static volatile int turn;

    static void play(int me) {
        for (int i = 0; i < 200; i++) {
            while (turn != me) {
                Thread.onSpinWait();
            }
            turn = 1 - me;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> play(1));
        other.start();
        play(0);
        other.join();
    }
}
