// Default serial version ids, and objects written and read back.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.zip.CRC32;

@SuppressWarnings("serial")
public class Serialization {
    static class Plain implements Serializable {
        int number = 3;
        private String text = "text";
        protected volatile long stamp = 5;
        transient int cache = 9;
        private static int count = 1;
        public static final int[] TABLE = {1, 2};
        int[][] grid = {{1}, {2, 3}};

        public synchronized int next() {
            return ++count;
        }

        static synchronized void reset() {
            count = 0;
        }

        @Override
        public String toString() {
            return number + text + stamp + cache + grid[1][1];
        }
    }

    static class Derived extends Plain implements Comparable<Derived> {
        Object self = this;
        double[] weights = {0.5};

        @Override
        public int compareTo(Derived other) {
            synchronized (this) {
                return Double.compare(weights[0], other.weights[0]);
            }
        }
    }

    static class Custom implements Serializable {
        private transient int[] data = {1, 2, 3};

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(data.length);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            data = new int[in.readInt()];
            if (data.length != 3) {
                throw new InvalidObjectException("length");
            }
        }
    }

    record Pair(int left, String right) implements Serializable {}

    enum Level { LOW, HIGH }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] types = {Plain.class, Derived.class, Custom.class, Pair.class, Level.class, Thread.State.class,
            java.util.Vector.class, java.util.concurrent.locks.ReentrantLock.class};
        for (Class<?> type : types) {
            ObjectStreamClass description = ObjectStreamClass.lookup(type);
            System.out.println(type.getName() + " " + description.getSerialVersionUID() + " "
                    + description.getFields().length);
        }
        List<Object> objects = new ArrayList<>(List.of(new Plain(), new Derived(), new Custom(), new Pair(1, "r"),
                Level.HIGH, new HashMap<>(java.util.Map.of("k", 1)), new ConcurrentHashMap<>(java.util.Map.of(1, 2)),
                new java.util.concurrent.atomic.AtomicInteger(4)));
        objects.add((Supplier<String> & Serializable) () -> "from a lambda");
        for (Object object : objects) {
            byte[] bytes = write(object);
            CRC32 crc = new CRC32();
            crc.update(bytes);
            System.out.println(bytes.length + " " + crc.getValue());
            Object copy = read(bytes);
            System.out.println(copy.getClass().isHidden() ? ((Supplier<?>) copy).get() : copy instanceof Custom
                    ? "custom" : copy.toString());
        }
    }
}
