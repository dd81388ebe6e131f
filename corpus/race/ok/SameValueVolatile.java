// Two threads cache the same number in a volatile field.
//@ mechanism grading: writes of the same value

public class SameValueVolatile {
    volatile int cached;

    void compute() {
        cached = 42;
    }

    public static void main(String[] args) throws InterruptedException {
        SameValueVolatile shared = new SameValueVolatile();
        Thread other = new Thread(shared::compute);
        other.start();
        shared.compute();
        other.join();
        System.out.println(shared.cached);
    }
}
