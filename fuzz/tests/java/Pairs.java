import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Links pairs of classes: each as it was, and as it was rewritten. The answer is `=` if both can be linked, `<` if the
 * first cannot, and `>` with the reason if only the second cannot. The argument is where the classes are that they use.
 */
public class Pairs {
    /** Defines one class; all others are its parents'. */
    static final class One extends URLClassLoader {
        One(URL[] urls) {
            super(urls);
        }

        void link(byte[] bytes) {
            // HotSpot links a class before it lists its methods.
            defineClass(null, bytes, 0, bytes.length).getDeclaredMethods();
        }
    }

    public static void main(String[] args) throws IOException {
        URL[] known = {Path.of(args[0]).toUri().toURL()};
        var in = new DataInputStream(new BufferedInputStream(System.in));
        var out = new DataOutputStream(new BufferedOutputStream(System.out));
        while (true) {
            byte[] before;
            try {
                before = in.readNBytes(in.readInt());
            } catch (EOFException end) {
                return;
            }
            byte[] after = in.readNBytes(in.readInt());
            char answer = '=';
            byte[] why = {};
            if (link(known, before) != null) {
                answer = '<';
            } else {
                Throwable problem = link(known, after);
                if (problem != null) {
                    answer = '>';
                    why = problem.toString().getBytes(StandardCharsets.UTF_8);
                }
            }
            why = Arrays.copyOf(why, Math.min(why.length, 4000));
            out.writeByte(answer);
            out.writeShort(why.length);
            out.write(why);
            out.flush();
        }
    }

    static Throwable link(URL[] known, byte[] bytes) throws IOException {
        try (One loader = new One(known)) {
            loader.link(bytes);
            return null;
        } catch (LinkageError | RuntimeException problem) {
            return problem;
        }
    }
}
