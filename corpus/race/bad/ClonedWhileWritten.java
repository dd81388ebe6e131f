// To copy an object is to read all its fields.
//@ mechanism bulk and indirect: Object.clone

public class ClonedWhileWritten {
    static final class Page implements Cloneable {
        int version = 1;

        Page copy() throws CloneNotSupportedException {
            return (Page) super.clone(); //~ race Page.version
        }
    }

    public static void main(String[] args) throws Exception {
        Page page = new Page();
        Thread t = new Thread(() -> {
            page.version = 2; //~ race Page.version
        });
        t.start();
        Page copy = page.copy();
        t.join();
        System.out.println(copy.version <= 2);
    }
}
