// The method that is run may come from a superclass.
//@ mechanism explore: which main is run

public class InheritedMain extends InheritedMainBase {
}

class InheritedMainBase {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count = 1);
        other.start();
        other.join();
        if (count != 1) {
            throw new AssertionError(count);
        }
    }
}
