// Two threads go through an array at the same time, each up to where the other one begins.
//@ mechanism thread basics: array elements in loops

public class LoopsSideBySide {
    static final int BORDER = 37;

    /** What {@code lower} touches ends where {@code upper} begins. */
    static void lower(int[] cut, int[] left, int[] thrown, int[] counted, long[][] rows) {
        for (int i = 0; i < BORDER; i++) {
            cut[i] += i;
        }
        for (int i = 0; i < left.length; i++) {
            left[i]++;
            if (i == BORDER - 1) {
                break;
            }
        }
        try {
            for (int i = 0; i < thrown.length; i++) {
                thrown[i] = i / (BORDER - i);
            }
        } catch (ArithmeticException e) {
            cut[0]++;
        }
        for (int i = BORDER; i > 0; ) {
            counted[--i]++;
        }
        for (int j = 0; j < rows.length; j++) {
            for (int i = 2; i <= BORDER; i += 5) {
                rows[j][i] += i;
            }
        }
    }

    static void upper(int[] cut, int[] left, int[] thrown, int[] counted, long[][] rows) {
        for (int i = cut.length - 1; i >= BORDER; i--) {
            cut[i] += i;
        }
        for (int i = BORDER; i < left.length; i++) {
            left[i]++;
        }
        for (int i = BORDER; i < thrown.length; i++) {
            thrown[i]++;
        }
        int i = BORDER;
        while (i < counted.length) {
            counted[i++]++;
        }
        for (int j = 0; j < rows.length; j++) {
            for (i = 3; i <= BORDER; i += 5) {
                rows[j][i] += i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] cut = new int[100];
        int[] left = new int[100];
        int[] thrown = new int[100];
        int[] counted = new int[100];
        long[][] rows = new long[3][40];
        Thread t = new Thread(() -> {
            for (int time = 0; time < 50; time++) {
                lower(cut, left, thrown, counted, rows);
            }
        });
        t.start();
        for (int time = 0; time < 50; time++) {
            upper(cut, left, thrown, counted, rows);
        }
        t.join();
        System.out.println(cut[36] + left[37] + thrown[0] + counted[99] + rows[2][7]);
    }
}
