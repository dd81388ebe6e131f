// A thread to exchange with never comes.
//@ mechanism stuck programs: barriers and the like

import java.util.concurrent.Exchanger;

public class ExchangerAlone {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                exchanger.exchange("mine"); //~ waits all
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        other.join(); //~ waits all
    }
}
