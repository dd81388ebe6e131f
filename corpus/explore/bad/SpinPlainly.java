// A loop that does not say that it waits, and waits for ever if the other thread looks too early.
//@ mechanism explore: spin for ever
//@ options --max-steps 300
//@ finds livelock

public class SpinPlainly {
    static volatile boolean asked;
    static volatile boolean answered;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (asked) {
                answered = true;
            }
        });
        other.start();
        asked = true;
        while (!answered) {
        }
        other.join();
    }
}
