// All threads wait for another process: one reads what it writes, one waits for its end.
//@ mechanism stuck programs: input and output

import java.io.IOException;

public class ReadsFromProcess {
    public static void main(String[] args) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "sleep 1.5; echo x").start();
        Thread reader = new Thread(() -> {
            try {
                if (process.getInputStream().read() != 'x') {
                    throw new AssertionError();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        int status = process.waitFor();
        reader.join();
        if (status != 0) {
            throw new AssertionError(status);
        }
    }
}
