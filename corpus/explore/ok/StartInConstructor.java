// The thread is started once the object is complete.
//@ mechanism explore: started in a constructor
//@ small

public class StartInConstructor {
    static final class Service {
        final Thread thread = new Thread(this::run);
        private volatile String name;

        Service(String name) {
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
        service.thread.start();
        service.thread.join();
    }
}
