// Field and array accesses in the middle of expressions, with every type below and above them on the
// operand stack.

public class Expressions {
    byte b = 1;
    short s = 2;
    char c = 'c';
    int i = 4;
    long l = 5;
    float f = 6.5f;
    double d = 7.25;
    boolean z;
    String t = "t";
    Expressions next;
    volatile long vl = 3;
    volatile double vd = 4;
    static long sl = 11;
    static double sd = 12.5;
    static volatile int vi = 13;
    static int[] order = new int[4];
    static int at;

    static int mark(int i) {
        order[at++ & 3] = i;
        return i;
    }

    final class Inner {
        final int copy;
        long own = l;

        Inner(boolean which) {
            this(which ? i : order[0]);
            own += l++;
        }

        Inner(int copy) {
            this.copy = copy + (int) (own = l);
        }
    }

    static class Captures {
        final int sum;

        Captures(int a, long b) {
            class Local {
                int value = a;

                int get() {
                    return value + (int) b;
                }
            }

            sum = new Local().get();
        }
    }

    long mixed(int[] a, long[] w, double[] e, int k) {
        return a[k++] + (w[k] += a[k - 1]) * (k < 3 ? w[k--] : (long) e[k]) - (long) (e[k] = e[k + 1] + d++)
                + (i = a[a[0] & 1]) + (vl += l--) + (sl <<= 1);
    }

    Object boxed(Object[] o, int k) {
        return o[k] = o[o.length - 1] == null ? (o[k + 1] = t + c++ + s-- + (b *= 3) + (z = !z)) : o[0];
    }

    static int evaluation(int[] a, int k) {
        int[] same = a;
        a[mark(k)] += (same = new int[] {9, 9, 9})[mark(1)] + mark(2);
        int[][] grid = {{1, 2}, a};
        grid[1][k] = grid[mark(0)][1]++ + ++grid[0][0] * (grid[1][0] -= 4);
        return a[k] * 1000 + same[0] * 100 + order[0] * 10 + grid[0][1];
    }

    static double throwing(double[] a, int k) {
        double sum = 1.5;
        for (int round = 0; round < 3; round++) {
            try {
                sum += a[k + round] * sd++;
            } catch (ArrayIndexOutOfBoundsException e) {
                sum = -sum + a[0];
            } finally {
                sum *= 2;
            }
        }
        return sum;
    }

    static boolean logic(boolean[] flags, Expressions e) {
        return flags[0] && e.z | (flags[1] = !flags[1]) || e.next != null && e.next.z ^ flags[flags.length - 1];
    }

    public static void main(String[] args) {
        Expressions e = new Expressions();
        e.next = new Expressions();
        e.next.next = e;
        System.out.println(e.mixed(new int[] {1, 2, 3}, new long[] {4, 5, 6}, new double[] {.5, 1.5, 2.5, 3.5}, 0));
        System.out.println(e.boxed(new Object[4], 1) + " " + e.boxed(new Object[] {1, 2, 3}, 0));
        System.out.println(evaluation(new int[] {1, 2, 3}, 2));
        System.out.println(throwing(new double[] {1, 2}, 0) + " " + sd);
        System.out.println(logic(new boolean[] {true, false, true}, e) + " " + logic(new boolean[2], e));
        System.out.println(e.new Inner(true).copy + " " + e.next.new Inner(false).own);
        System.out.println(new Captures(3, 4).sum);
        e.next.f = e.f++ + (float) ((e.next.s += e.b + e.c) / (e.next.d -= 2));
        e.next.next.next.l = e.vl + (long) e.vd++ + vi++;
        System.out.println(e.f + " " + e.next.f + " " + e.next.s + " " + e.next.d + " " + e.next.l + " " + e.vd + vi);
        System.out.println(e.i + " " + e.l + " " + e.d + " " + e.s + " " + e.b + " " + e.c + " " + e.z + " " + sl);
        char[] text = "hello".toCharArray();
        byte[] bytes = new byte[5];
        short[] shorts = new short[5];
        float[] floats = new float[5];
        for (int k = 0; k < text.length; k++) {
            bytes[k] = (byte) (text[text.length - 1 - k] ^= 1);
            shorts[k] += bytes[k] << 7;
            floats[k] = shorts[k] / (bytes[k] % 7 + .5f);
        }
        System.out.println(new String(text) + bytes[4] + " " + shorts[3] + " " + floats[2]);
    }
}
