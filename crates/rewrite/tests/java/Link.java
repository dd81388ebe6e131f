import java.nio.file.Files;
import java.nio.file.Path;

/** Links, and so verifies, each class below a directory without initialising it. */
public class Link {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        ClassLoader loader = args[1].equals("boot") ? null : Link.class.getClassLoader();
        int linked = 0;
        int wrong = 0;
        try (var files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String path = root.relativize(file).toString();
                if (!path.endsWith(".class") || path.endsWith("-info.class")) {
                    continue;
                }
                String name = path.substring(0, path.length() - 6).replace(file.getFileSystem().getSeparator(), ".");
                try {
                    // HotSpot links a class before it lists its methods.
                    Class.forName(name, false, loader).getDeclaredMethods();
                    linked++;
                } catch (LinkageError | ClassNotFoundException e) {
                    wrong++;
                    System.out.println(name + ": " + e);
                }
            }
        }
        System.out.println("linked " + linked);
        System.exit(wrong == 0 ? 0 : 1);
    }
}
