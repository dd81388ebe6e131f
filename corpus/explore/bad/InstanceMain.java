// From JDK 25 on, the method that is run may be one of an object, and need no arguments.
//@ mechanism explore: which main is run
//@ finds uncaught-exception
//@ jdk 25+

class InstanceMain {
    volatile int count;

    void main() throws InterruptedException {
        Thread other = new Thread(() -> count = count + 1);
        other.start();
        count = count + 1;
        other.join();
        if (count != 2) {
            throw new AssertionError(count);
        }
    }
}
