import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes every class of this JVM's modules, or of one of them, to stdout: path, length, bytes. */
class Dump {
    public static void main(String[] args) throws Exception {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        Path from = args.length == 0 ? root : root.resolve(args[0]);
        try (var out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
                var files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".class")) {
                    byte[] bytes = Files.readAllBytes(file);
                    out.writeUTF(from.relativize(file).toString());
                    out.writeInt(bytes.length);
                    out.write(bytes);
                }
            }
        }
    }
}
