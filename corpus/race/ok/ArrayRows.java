// Rows of a matrix are shared out among threads; the outer array is only read.
//@ mechanism thread basics: array elements

public class ArrayRows {
    static void work(double[][] matrix, int first, int step) {
        for (int row = first; row < matrix.length; row += step) {
            for (int column = 0; column < matrix[row].length; column++) {
                matrix[row][column] = row + column;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[][] matrix = new double[30][20];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int first = i;
            threads[i] = new Thread(() -> work(matrix, first, 3));
            threads[i].start();
        }
        double sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
        }
        for (double[] row : matrix) {
            for (double value : row) {
                sum += value;
            }
        }
        if (sum != 14400) {
            throw new AssertionError(sum);
        }
    }
}
