// Two threads cache the same number in a plain field, as `String` does with its hash. It often is harmless,
// it is a race, and the report says that the value stayed.
//@ mechanism grading: writes of the same value

public class SameValueWrites {
    int cached;

    void compute() {
        cached = 42; //~ race SameValueWrites.cached
    }

    public static void main(String[] args) throws InterruptedException {
        SameValueWrites shared = new SameValueWrites();
        Thread other = new Thread(shared::compute);
        other.start();
        shared.compute();
        other.join();
        System.out.println(shared.cached);
    }
}
