// A buffer without room is the same whatever is done to it. The JDK shares one among all inflaters.
//@ mechanism bulk and indirect: buffers over an array

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

public class EmptyBuffer {
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    static void use(Inflater own) {
        try {
            int sum = EMPTY.clear().remaining() + EMPTY.flip().position() + own.inflate(new byte[4]);
            if (sum != 0) {
                throw new AssertionError(sum);
            }
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Inflater first = new Inflater(), second = new Inflater();
        Thread t = new Thread(() -> use(second));
        t.start();
        use(first);
        t.join();
    }
}
