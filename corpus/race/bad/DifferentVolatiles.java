// Each thread writes its own volatile field and neither reads the other's.
//@ mechanism memory modes: volatile fields

public class DifferentVolatiles {
    static volatile int left;
    static volatile int right;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            left = 1;
            data = left; //~ race DifferentVolatiles.data
            left = 2;
        });
        t.start();
        right = 1;
        data = right; //~ race DifferentVolatiles.data
        right = 2;
        t.join();
    }
}
