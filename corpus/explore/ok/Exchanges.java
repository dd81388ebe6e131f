// Two threads exchange what they have, twice.
//@ mechanism explore: Exchanger

import java.util.concurrent.Exchanger;

public class Exchanges {
    static final Exchanger<String> exchanger = new Exchanger<>();

    static void run(String mine) {
        try {
            String theirs = exchanger.exchange(mine);
            String back = exchanger.exchange(theirs);
            if (theirs.equals(mine) || !back.equals(mine)) {
                throw new AssertionError(theirs + ", " + back);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> run("left"));
        other.start();
        run("right");
        other.join();
    }
}
