// The status of System.exit.

public class ExitStatus {
    public static void main(String[] args) {
        try {
            System.out.println("leaving");
            System.exit(7);
        } finally {
            System.out.println("never printed");
        }
    }
}
