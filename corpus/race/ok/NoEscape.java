// The thread is started when the object is complete.
//@ mechanism grading: this escapes from a constructor

public class NoEscape {
    private Thread worker;
    private int port;
    private int seen;

    NoEscape() {
        worker = new Thread(() -> {
            seen = port;
        });
        port = 8080;
    }

    void start() {
        worker.start();
    }

    public static void main(String[] args) throws InterruptedException {
        NoEscape service = new NoEscape();
        service.start();
        service.worker.join();
        if (service.seen != 8080) {
            throw new AssertionError(service.seen);
        }
    }
}
