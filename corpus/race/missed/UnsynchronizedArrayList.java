// Missed because: the accesses are inside java.util.ArrayList, and plain accesses of the JDK's own code
// are not checked.
//@ mechanism collections: ArrayList

import java.util.ArrayList;
import java.util.List;

public class UnsynchronizedArrayList {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(10);
        Thread t = new Thread(() -> list.add("a"));
        t.start();
        list.add("b");
        t.join();
        System.out.println(list.size() <= 2);
    }
}
