// Bytes through a pipe between two threads: the pipe's monitor orders.
//@ mechanism thread basics: piped streams

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

public class PipedStreams {
    static int data;

    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread t = new Thread(() -> {
            try {
                data = 5;
                out.write(1);
                out.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        if (in.read() != 1 || data != 5) {
            throw new AssertionError(data);
        }
        t.join();
    }
}
