/**
 * What surrounds a kernel: arguments, clock, verdict.
 *
 * <p>{@code java NAME [threads] [size|small]} prints the kernel's name, its checksum and the seconds of its
 * parallel part, and ends with status 1 if the checksum is wrong. The right one is that of a run with one
 * thread: known for the default size, computed for any other.
 */
abstract class Kernel {
    /** The whole computation. The checksum must not depend on the size of the team. */
    abstract long compute(Team team, int size);

    /** A size that takes no time but runs all code, and has all the races. */
    abstract int small();

    final void run(String[] args, int defaultSize, long knownChecksum) {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int size = args.length > 1 ? size(args[1]) : defaultSize;

        // Loading a class takes locks, and locks would order the members of the team behind one another:
        // whatever there is to load, the main thread has loaded before there is a second one.
        compute(new Team(1), small());

        Team team = new Team(threads);
        long checksum = compute(team, size);
        String name = getClass().getSimpleName();
        System.out.println(String.join(" ", name, Long.toHexString(checksum), seconds(team.nanos())));

        long expected = size == defaultSize ? knownChecksum : compute(new Team(1), size);
        if (checksum != expected) {
            System.err.println(name + ": the checksum should be " + Long.toHexString(expected));
            System.exit(1);
        }
    }

    private int size(String text) {
        return text.equals("small") ? small() : Integer.parseInt(text);
    }

    private static String seconds(long nanos) {
        return Double.toString(Math.round(nanos / 1e6) / 1e3);
    }

    /** A number as good as random, always the same for the same {@code n}. */
    static long mix(long n) {
        long z = (n + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** The same in [0, 1). */
    static double unit(long n) {
        return (mix(n) >>> 11) * 0x1p-53;
    }

    /** Adds one more number to a checksum in which the order counts, to the last bit. */
    static long fold(long checksum, double value) {
        return checksum * 31 + Double.doubleToRawLongBits(value);
    }
}
