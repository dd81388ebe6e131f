// A constructor starts a thread that uses the object, and goes on constructing.
//@ mechanism grading: this escapes from a constructor

public class ThisEscape {
    static class Service {
        final Thread worker;
        int port;
        int seen;

        Service() {
            worker = new Thread(() -> {
                seen = port; //~ race Service.port
            });
            worker.start();
            port = 8080; //~ race Service.port
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Service service = new Service();
        service.worker.join();
        System.out.println(service.seen == 0 || service.seen == 8080);
    }
}
