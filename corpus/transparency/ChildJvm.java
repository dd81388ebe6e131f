// A program that starts another JVM: the child's output and status are its own.

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

public class ChildJvm {
    static class Child {
        static int value;

        public static void main(String[] args) throws InterruptedException {
            Thread t = new Thread(() -> value++);
            t.start();
            t.join();
            System.out.println("child " + args[0] + " " + value);
            System.exit(5);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(java, "-cp", System.getProperty("java.class.path"), "ChildJvm$Child", "hello");
        Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        System.out.print(new String(child.getInputStream().readAllBytes()));
        System.out.println(child.waitFor());
    }
}
