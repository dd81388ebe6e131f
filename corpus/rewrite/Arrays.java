// role: program
/** Element reads and writes; accesses to one array variable share the cached shadow. */
class Arrays {
    int[] field;

    static int sum(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }

    void fill(long[] a, Object[] b) {
        a[0] = 1L;
        b[1] = this;
        field[2]++;
    }

    double matrix(double[][] m) {
        return m[0][1] + m[0][2];
    }

    Object make(int n) {
        byte[] small = new byte[n];
        String[] strings = {"a"};
        return new Object[] {small, strings, new int[n][n], null, new int[2][]};
    }
}
