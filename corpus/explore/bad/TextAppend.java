// To append another text, its length is asked first and its characters are copied then. It may have become
// shorter in between.
//@ mechanism explore: string buffer
//@ finds uncaught-exception

import java.util.Arrays;

public class TextAppend {
    static final class Text {
        private char[] chars;

        Text(String text) {
            chars = text.toCharArray();
        }

        synchronized int length() {
            return chars.length;
        }

        synchronized void copy(int count, char[] to, int at) {
            System.arraycopy(chars, 0, to, at, count);
        }

        synchronized void cut(int length) {
            chars = Arrays.copyOf(chars, length);
        }

        synchronized void append(Text other) {
            int count = other.length();
            char[] longer = Arrays.copyOf(chars, chars.length + count);
            other.copy(count, longer, chars.length);
            chars = longer;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Text one = new Text("one");
        Text two = new Text("two");
        Thread appender = new Thread(() -> one.append(two));
        Thread cutter = new Thread(() -> two.cut(0));
        appender.start();
        cutter.start();
        appender.join();
        cutter.join();
        if (one.length() % 3 != 0) {
            throw new AssertionError("length " + one.length());
        }
    }
}
