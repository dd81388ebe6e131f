// Strings, boxes and string concatenation are immutable or local, and shared freely.
//@ mechanism thread basics: publication of an object

public class StringConcat {
    static volatile String last = "";

    public static void main(String[] args) throws InterruptedException {
        Runnable work = () -> {
            for (int i = 0; i < 200; i++) {
                String text = last + i + 'x' + 2.5 + Long.valueOf(i);
                last = text.substring(text.length() - 3) + text.hashCode();
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        if (last.isEmpty()) {
            throw new AssertionError();
        }
    }
}
