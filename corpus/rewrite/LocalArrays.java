// role: program
/** Arrays that never leave their method need no hooks; those that do, by whatever way, do. */
class LocalArrays {
    static int confined(int[] input) {
        int[] last = null;
        int[] weights = {1, 2, 3};
        for (int i = 0; i < input.length; i++) {
            int[] next = new int[2];
            next[0] = weights[i] * input[i];
            if (last != null) {
                next[1] = last[0];
            }
            last = next;
        }
        return last[1] + weights.length;
    }

    static int unnamed(int[] input) {
        return new int[] {4, 5, 6}[input[0]];
    }

    static int[] returned() {
        int[] a = new int[1];
        a[0] = 1;
        return a;
    }

    static void passed() {
        int[] a = new int[1];
        int[] b = a;
        System.identityHashCode(a);
        b[0] = 1;
    }

    static void mixed(int[] parameter) {
        int[] a = new int[1];
        if (parameter != null) {
            a = parameter;
        }
        a[0] = 1;
    }

    static void rows() {
        int[][] matrix = new int[2][];
        int[] row = new int[2];
        matrix[1] = row;
        matrix[1][0] = 3;
    }
}
