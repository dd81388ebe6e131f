// The write of the default value comes before everything: reading what no thread wrote is no race.
//@ mechanism thread basics: publication of an object

public class DefaultValues {
    int number;
    Object reference;
    static double fraction;

    public static void main(String[] args) throws InterruptedException {
        DefaultValues object = new DefaultValues();
        long[] array = new long[4];
        Runnable look = () -> {
            if (object.number != 0 || object.reference != null || fraction != 0 || array[3] != 0) {
                throw new AssertionError();
            }
        };
        Thread a = new Thread(look);
        Thread b = new Thread(look);
        a.start();
        b.start();
        look.run();
        a.join();
        b.join();
    }
}
