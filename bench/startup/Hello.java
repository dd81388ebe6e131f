/** As little as a program can do: what is left is the start of the JVM. */
final class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
