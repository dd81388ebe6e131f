// The reader takes the data before it looks at the volatile flag.
//@ mechanism memory modes: volatile fields

public class VolatileReadTooLate {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 1; //~ race VolatileReadTooLate.data
            ready = true;
        });
        writer.start();
        int seen = data; //~ race VolatileReadTooLate.data
        while (!ready) {
            Thread.onSpinWait();
        }
        writer.join();
        System.out.println(seen <= 1);
    }
}
