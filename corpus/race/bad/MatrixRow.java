// Rows of a two-dimensional array are arrays of their own: two threads in one row.
//@ mechanism thread basics: array elements

public class MatrixRow {
    public static void main(String[] args) throws InterruptedException {
        int[][] matrix = new int[4][8]; //~ array matrix
        Thread t = new Thread(() -> {
            matrix[2][5] = 1; //~ race matrix[5]
        });
        t.start();
        matrix[2][5] = 2; //~ race matrix[5]
        matrix[1][5] = 2;
        t.join();
    }
}
