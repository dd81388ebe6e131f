import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One of everything that a compiler puts into code. */
class Sample<T extends Comparable<T>> {
    @Target(ElementType.TYPE_USE)
    @interface Note {
        String[] value() default {};
        int depth() default 0;
    }

    static final long BIG = 1L << 40;
    volatile double[][] grid = new double[3][4];

    Sample(boolean flag) {
        super();
        this.grid = flag ? new double[1][1] : null;
    }

    static int dense(int x) {
        switch (x) {
            case 0: return 5;
            case 1: x += 1000;
            case 2: return x;
            default: return -1;
        }
    }

    static String sparse(String s) {
        return switch (s) {
            case "a" -> "first";
            case "zzz" -> "last";
            default -> new StringBuilder(s.isEmpty() ? "none" : s).append('\0').toString();
        };
    }

    long guarded(Object lock, List<? extends T> items) {
        long sum = BIG;
        for (@Note("local") T item : items) {
            try {
                synchronized (lock) {
                    sum += item.hashCode();
                }
            } catch (@Note(depth = 1) IllegalStateException | ArithmeticException e) {
                sum--;
            } finally {
                sum ^= (long) (double) sum;
            }
        }
        return sum;
    }

    static Object notes(Object o) {
        Supplier<@Note List<String>> make = @Note ArrayList<String>::new;
        if (o instanceof @Note String) {
            return (@Note({"x", "y"}) String) o;
        }
        return new @Note(depth = 2) Object[] {make.get(), new @Note int[2]};
    }
}
