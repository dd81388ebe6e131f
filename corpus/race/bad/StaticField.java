// A static field is a variable like any other.
//@ mechanism thread basics: fields of every type

public class StaticField {
    static int total;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            total += 1; //~ race StaticField.total
        });
        t.start();
        total += 2; //~ race StaticField.total
        t.join();
    }
}
