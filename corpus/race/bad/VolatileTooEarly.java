// The volatile flag is set before the data is written: wrong order.
//@ mechanism memory modes: volatile fields

public class VolatileTooEarly {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            ready = true;
            data = 1; //~ race VolatileTooEarly.data
        });
        writer.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race VolatileTooEarly.data
        writer.join();
        System.out.println(seen <= 1);
    }
}
