// Main asks for the end with a monitor that a shutdown hook wants.
//@ mechanism deadlocks: shutdown hooks

public class InShutdownHook {
    static final Object monitor = new Object();

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (monitor) { //~ waits pair
                System.out.println("saved");
            }
        }));
        synchronized (monitor) {
            System.exit(0); //~ waits pair
        }
    }
}
