// A thread waits for its own end.
//@ mechanism stuck programs: join

public class JoinItself {
    public static void main(String[] args) {
        new Thread(() -> {
            try {
                Thread.currentThread().join(); //~ waits all
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }
}
