// Standard input, output and error, byte for byte.

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

public class StandardStreams {
    public static void main(String[] args) throws IOException {
        CRC32 crc = new CRC32();
        InputStream in = System.in;
        int length = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            crc.update(b);
            System.out.write(b);
            length++;
        }
        System.out.println(length + " " + crc.getValue());
        System.out.write(new byte[] {0, (byte) 0xff, (byte) 0x80, 10});
        System.out.flush();
        System.err.println("to the error stream");
    }
}
