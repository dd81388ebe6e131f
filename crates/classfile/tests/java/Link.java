import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Links, and so verifies, every class of java.base without initialising any. Prints what fails, then a count. */
class Link {
    public static void main(String[] args) throws Exception {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base");
        int linked = 0;
        try (var files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String path = root.relativize(file).toString();
                if (!path.endsWith(".class") || path.equals("module-info.class")) {
                    continue;
                }
                String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
                try {
                    // HotSpot links a class before it lists its methods.
                    Class.forName(name, false, null).getDeclaredMethods();
                    linked++;
                } catch (Throwable e) {
                    System.out.println("failed " + name + ": " + e);
                }
            }
        }
        System.out.println("linked " + linked);
    }
}
