import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Links, and so verifies, every class below a directory without initialising any: {@code Link DIR boot} for
 * classes of the boot loader, {@code Link DIR} for those on the class path. Prints each that fails, then how
 * many did not.
 */
final class Link {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        ClassLoader loader = args.length > 1 ? null : Link.class.getClassLoader();
        int linked = 0;
        for (String name : names(root)) {
            try {
                // HotSpot links a class before it lists its methods.
                Class.forName(name, false, loader).getDeclaredMethods();
                linked++;
            } catch (Throwable e) {
                System.out.println("failed " + name + ": " + e);
            }
        }
        System.out.println("linked " + linked);
    }

    private static List<String> names(Path root) throws Exception {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(path -> path.endsWith(".class") && !path.endsWith("-info.class"))
                    .filter(path -> !path.startsWith("META-INF"))
                    .map(path -> path.substring(0, path.length() - ".class".length()))
                    .map(path -> path.replace(java.io.File.separatorChar, '.'))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }
}
