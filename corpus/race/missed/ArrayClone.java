// Missed because: clone() reads the elements in native code.
//@ mechanism bulk and indirect: clone() of an array

public class ArrayClone {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16];
        int[][] copy = new int[1][];
        Thread t = new Thread(() -> {
            copy[0] = data.clone();
        });
        t.start();
        data[5] = 2;
        t.join();
        System.out.println(copy[0][5] == 0 || copy[0][5] == 2);
    }
}
