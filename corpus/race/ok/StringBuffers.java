// A StringBuffer is synchronized, and its length tells what came before.
//@ mechanism collections: StringBuffer

public class StringBuffers {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        StringBuffer buffer = new StringBuffer();
        Thread t = new Thread(() -> {
            data = 5;
            buffer.append("done");
        });
        t.start();
        while (buffer.length() == 0) {
            Thread.onSpinWait();
        }
        if (data != 5 || !buffer.toString().equals("done")) {
            throw new AssertionError(data);
        }
        t.join();
    }
}
