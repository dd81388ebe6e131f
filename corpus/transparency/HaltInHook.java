// Runtime.halt in a shutdown hook decides the status.

public class HaltInHook {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("halting");
            System.out.flush();
            Runtime.getRuntime().halt(9);
        }));
        System.out.println("ending");
    }
}
