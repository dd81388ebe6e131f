// What a static initialiser wrote is ordered; a later write is not.
//@ mechanism thread basics: class initialisation

public class StaticAfterInit {
    static class Registry {
        static int size;

        static {
            size = 10;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int first = Registry.size;
        Thread t = new Thread(() -> {
            Registry.size = 11; //~ race Registry.size
        });
        t.start();
        int second = Registry.size; //~ race Registry.size
        t.join();
        System.out.println(first == 10 && second >= 10);
    }
}
