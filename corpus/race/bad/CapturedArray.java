// A lambda cannot assign a local variable, so people capture an array of one element.
//@ mechanism bulk and indirect: arrays captured by lambdas

public class CapturedArray {
    public static void main(String[] args) throws InterruptedException {
        int[] count = {0}; //~ array count
        Thread t = new Thread(() -> {
            count[0]++; //~ race count[0]
        });
        t.start();
        count[0]++; //~ race count[0]
        t.join();
    }
}
