// A class initialiser waits for a thread that needs the class.
//@ mechanism deadlocks: class initialisation

public class ClassInitJoins {
    static class Rates {
        static int loaded;

        static {
            Thread loader = new Thread(new Loader());
            loader.start();
            try {
                loader.join(); //~ waits pair
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Loader implements Runnable {
        @Override
        public void run() {
            Rates.loaded++; //~ waits pair
        }
    }

    public static void main(String[] args) {
        System.out.println(Rates.loaded);
    }
}
