// An accessor that a compiler has added gives an array of the program's.
//@ mechanism bulk and indirect: arrays that a compiler or a tool has added

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

public class GeneratedAccessor {
    static final String CLASS = "GeneratedAccessor";
    static final int SYNTHETIC = 0x1000;

    public static class Changed implements Runnable {
        private static int[] data = new int[1]; //~ array data

        static int[] $data() {
            return data;
        }

        public Changed() {}

        @Override
        public void run() {
            int[] data = $data();
            data[0] = 1; //~ race data
        }
    }

    /** Loads one class with the flag for what is in no source on all members whose name begins with `$`. */
    static class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(CLASS + "$Changed")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = changed(in.readAllBytes());
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static byte[] changed(byte[] bytes) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            in.skipBytes(8);
            String[] texts = new String[in.readUnsignedShort()];
            for (int i = 1; i < texts.length; i++) {
                switch (in.readUnsignedByte()) {
                    case 1 -> texts[i] = in.readUTF();
                    case 7, 8, 16, 19, 20 -> in.skipBytes(2);
                    case 15 -> in.skipBytes(3);
                    case 5, 6 -> {
                        in.skipBytes(8);
                        i++;
                    }
                    default -> in.skipBytes(4);
                }
            }
            in.skipBytes(6);
            in.skipBytes(2 * in.readUnsignedShort());
            for (int kind = 0; kind < 2; kind++) {
                for (int members = in.readUnsignedShort(); members > 0; members--) {
                    int at = bytes.length - in.available();
                    in.skipBytes(2);
                    if (texts[in.readUnsignedShort()].startsWith("$")) {
                        bytes[at] |= SYNTHETIC >> 8;
                    }
                    in.skipBytes(2);
                    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                        in.skipBytes(2);
                        in.skipBytes(in.readInt());
                    }
                }
            }
            return bytes;
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> changed = new Loader().loadClass(CLASS + "$Changed");
        Runnable runs = (Runnable) changed.getDeclaredConstructor().newInstance();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            runs.run();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        runs.run();
        end.release();
        t.join();
    }
}
