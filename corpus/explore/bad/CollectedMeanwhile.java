// What the collector has found is handed on by a thread of the JVM at any time, and must not count up the hash codes
// of the program's objects.
//@ finds uncaught-exception
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

public class CollectedMeanwhile {
    static volatile int seen;
    static volatile int count;

    static void step(int kind) {
        if ((kind & 1) == 0) seen = kind;
        else kind = seen;
    }

    static void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<WeakReference<Object>> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) all.add(new WeakReference<>(new Object(), queue));
        System.gc();
        HashSet<Object> objects = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            Object object = new Object();
            objects.add(object);
            step(object.hashCode() >> 2);
        }
        Thread other = new Thread(CollectedMeanwhile::add);
        other.start();
        add();
        other.join();
        if (count != 2) throw new AssertionError("lost an update");
    }
}
