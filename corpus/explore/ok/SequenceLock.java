// The reader uses what it has read only if the sequence number is even and still the same.
//@ mechanism explore: sequence lock
//@ small

public class SequenceLock {
    static volatile int sequence;
    static volatile int low;
    static volatile int high;

    static void write(int value) {
        sequence = sequence + 1;
        low = value;
        high = value;
        sequence = sequence + 1;
    }

    static void read() {
        int before = sequence;
        if (before % 2 != 0) {
            return;
        }
        int one = low;
        int two = high;
        if (sequence == before && one != two) {
            throw new AssertionError(one + " and " + two);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> write(5));
        Thread reader = new Thread(SequenceLock::read);
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
