// Threads that are joined by a piped stream: each looks again every second.
//@ mechanism stuck programs: input and output

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

public class PipedStreams {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        Thread writer = new Thread(() -> {
            try {
                Thread.sleep(1500);
                out.write(7);
                out.close();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        int read = in.read();
        writer.join();
        if (read != 7) {
            throw new AssertionError(read);
        }
    }
}
