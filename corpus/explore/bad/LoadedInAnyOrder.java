// Whether a plain field is a switch point does not depend on which class was loaded first, in an earlier schedule.
//@ finds uncaught-exception
public class LoadedInAnyOrder {
    static volatile boolean isLate;
    static volatile int count;

    static void add() {
        count = count + 1;
    }

    static void late() {
        isLate = true;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LoadedInAnyOrder::late);
        other.start();
        // The first schedule does this, most others the other.
        Object box = isLate ? new LateReader() : new LateBox();
        LateReader reader = new LateReader();
        int sum = reader.read(new LateBox());
        other.join();
        Thread another = new Thread(LoadedInAnyOrder::add);
        another.start();
        add();
        another.join();
        if (count != 2 && (box instanceof LateReader)) throw new AssertionError("lost an update " + sum);
    }
}

class LateReader {
    int read(LateBox box) {
        int sum = 0;
        for (int i = 0; i < 5; i++) sum += box.plain + LateBox.shared;
        return sum;
    }
}

class LateBox {
    static int shared = 1;
    int plain = 2;
}
