// Both threads read a volatile field: reads alone order nothing.
//@ mechanism memory modes: volatile fields

public class VolatileReadsOnly {
    static volatile int version = 1;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int a = version;
            data = a; //~ race VolatileReadsOnly.data
            int b = version;
        });
        t.start();
        int a = version;
        data = a; //~ race VolatileReadsOnly.data
        int b = version;
        t.join();
    }
}
