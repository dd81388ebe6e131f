// A class is initialised by one thread and used by another, through a static method.
//@ mechanism thread basics: class initialisation

public class ClassInitStaticMethod {
    static class Table {
        static int[] squares;
        static int uses;

        static {
            squares = new int[10];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
            uses = 1;
        }

        static int square(int i) {
            return squares[i] * uses;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first thread initialises the class; the other one only sees that it is initialised.
        int[] results = new int[2];
        Thread a = new Thread(() -> {
            results[0] = Table.square(3);
        });
        Thread b = new Thread(() -> {
            results[1] = Table.square(4);
        });
        a.start();
        b.start();
        a.join();
        b.join();
        if (results[0] != 9 || results[1] != 16) {
            throw new AssertionError();
        }
    }
}
