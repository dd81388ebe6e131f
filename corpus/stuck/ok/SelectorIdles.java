// A thread waits in a selector for a pipe that another thread writes to after a while.
//@ mechanism stuck programs: input and output

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

public class SelectorIdles {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try {
                Thread.sleep(1500);
                pipe.sink().write(ByteBuffer.wrap(new byte[] {7}));
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        try (Selector selector = Selector.open()) {
            pipe.source().configureBlocking(false);
            pipe.source().register(selector, SelectionKey.OP_READ);
            if (selector.select() != 1) {
                throw new AssertionError();
            }
        }
        writer.join();
    }
}
