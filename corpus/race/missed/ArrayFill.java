// Missed because: Arrays.fill is code of the JDK, whose plain accesses are not checked.
//@ mechanism bulk and indirect: Arrays.fill

import java.util.Arrays;

public class ArrayFill {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16];
        Thread t = new Thread(() -> Arrays.fill(data, 1));
        t.start();
        data[5] = 2;
        t.join();
        System.out.println(data[5] > 0);
    }
}
