// A constructor starts a thread before the object is complete.
//@ mechanism explore: started in a constructor
//@ finds uncaught-exception

public class StartInConstructor {
    static final class Service {
        final Thread thread = new Thread(this::run);
        private volatile String name;

        Service(String name) {
            thread.start();
            this.name = name;
        }

        private void run() {
            if (name.length() != 4) {
                throw new AssertionError(name);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Service service = new Service("mail");
        service.thread.join();
    }
}
