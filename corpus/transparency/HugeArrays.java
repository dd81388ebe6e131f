// Large arrays, many arrays, and arrays that are too large.

public class HugeArrays {
    static int[] shared;

    public static void main(String[] args) throws InterruptedException {
        shared = new int[4_000_000];
        Thread t = new Thread(() -> {
            for (int i = 0; i < shared.length / 2; i++) {
                shared[i] = i;
            }
        });
        t.start();
        for (int i = shared.length / 2; i < shared.length; i++) {
            shared[i] = -i;
        }
        t.join();
        long sum = 0;
        for (int x : shared) {
            sum += x;
        }
        System.out.println(sum);
        byte[] bytes = new byte[100_000_000];
        bytes[bytes.length - 1] = 3;
        for (int i = 0; i < bytes.length; i += 1_000_003) {
            bytes[i]++;
        }
        System.out.println(bytes[0] + bytes[bytes.length - 1]);
        long[][] many = new long[200_000][3];
        for (int i = 0; i < many.length; i++) {
            many[i][i % 3] = i;
        }
        System.out.println(many[199_999][1] + many[0].length);
        Object[][][] cube = new Object[10][10][];
        cube[9][9] = new String[] {"deep"};
        System.out.println(cube[9][9][0]);
        try {
            int[] impossible = new int[Integer.MAX_VALUE];
            System.out.println(impossible.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
    }
}
