// Missed because: the accesses are inside java.lang.StringBuilder, and plain accesses of the JDK's own
// code are not checked.
//@ mechanism collections: StringBuilder

public class UnsynchronizedStringBuilder {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder(100);
        Thread t = new Thread(() -> text.append('a'));
        t.start();
        text.append('b');
        t.join();
        System.out.println(text.length() <= 2);
    }
}
