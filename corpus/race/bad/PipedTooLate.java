// A pipe orders what was written before the byte, not what is written after it.
//@ mechanism thread basics: piped streams

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.Semaphore;

public class PipedTooLate {
    static int data;

    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            try {
                out.write(1);
                out.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            data = 1; //~ race PipedTooLate.data
            end.acquireUninterruptibly();
        });
        t.start();
        int got = in.read();
        int seen = data; //~ race PipedTooLate.data
        end.release();
        t.join();
        System.out.println(got == 1 && seen <= 1);
    }
}
