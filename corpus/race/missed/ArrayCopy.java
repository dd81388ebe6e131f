// Missed because: System.arraycopy reads and writes elements in native code.
//@ mechanism bulk and indirect: System.arraycopy

public class ArrayCopy {
    public static void main(String[] args) throws InterruptedException {
        int[] source = {1, 2, 3, 4};
        int[] target = new int[4];
        Thread t = new Thread(() -> System.arraycopy(source, 0, target, 0, 4));
        t.start();
        target[2] = 7;
        t.join();
        System.out.println(target[2] == 3 || target[2] == 7);
    }
}
