// One element of an int array, written by one thread and read by another.
//@ mechanism thread basics: array elements

public class ArrayElement {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[10]; //~ array data
        Thread t = new Thread(() -> {
            data[3] = 1; //~ race data[3]
        });
        t.start();
        int seen = data[3]; //~ race data[3]
        t.join();
        System.out.println(seen <= 1);
    }
}
