// A reference that is published by a race is one; what its object's final fields lead to is seen as it was
// when the constructor ended.
//@ mechanism thread basics: final fields

public class FinalFieldPublication {
    static final class Writer {
        String method;

        Writer(String method) {
            this.method = method;
        }
    }

    static final class Serializer {
        final Writer[] writers = {new Writer("a"), new Writer("b")};
    }

    static final class Entry {
        final Serializer serializer = new Serializer();
    }

    static final class Holder {
        Entry map;

        Entry get() {
            return map; //~ race Holder.map
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Holder holder = new Holder();
        String[] seen = new String[1];
        Thread maker = new Thread(() -> {
            holder.map = new Entry(); //~ race Holder.map
        });
        Thread user = new Thread(() -> {
            Entry entry = holder.get();
            for (long end = System.nanoTime() + 10_000_000_000L; entry == null && System.nanoTime() < end; ) {
                entry = holder.get();
            }
            seen[0] = entry == null ? "ab" : entry.serializer.writers[0].method + entry.serializer.writers[1].method;
        });
        user.start();
        maker.start();
        maker.join();
        user.join();
        System.out.println(seen[0]);
    }
}
