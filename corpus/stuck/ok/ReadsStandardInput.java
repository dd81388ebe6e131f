// A thread reads standard input to its end, others wait for it.
//@ mechanism stuck programs: input and output

import java.io.IOException;

public class ReadsStandardInput {
    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        reader.join();
    }
}
