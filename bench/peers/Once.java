/** A case as a program: {@code Once NAME}. For plain runs and for Raddle. */
public final class Once {
    public static void main(String[] args) {
        Cases.named(args[0]).run();
    }
}
