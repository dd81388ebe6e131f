// A plain double, written by both threads.
//@ mechanism grading: torn long and double

public class DoubleTorn {
    static class Sum {
        double value;
    }

    public static void main(String[] args) throws InterruptedException {
        Sum sum = new Sum();
        Thread t = new Thread(() -> {
            sum.value = 1.5; //~ race Sum.value
        });
        t.start();
        sum.value = 2.5; //~ race Sum.value
        t.join();
    }
}
