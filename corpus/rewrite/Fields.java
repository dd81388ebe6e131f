// role: program
/** Reads and writes of fields of every kind and width. */
class Fields {
    int x;
    long wide;
    volatile Object ordered;
    final int fixed;
    static double shared;
    static final Fields FIRST = new Fields(1);

    Fields(int fixed) {
        this.fixed = fixed;
    }

    int once() {
        return x;
    }

    long twice(Fields other) {
        return wide + other.wide;
    }

    void write(int a, long b) {
        x = a;
        wide = b;
        shared = 1;
    }

    Object ordered() {
        return ordered;
    }

    /** Nothing of this can race. */
    int fixed() {
        return fixed + FIRST.fixed;
    }
}

class Other {
    /** The initialisation of Fields may have happened in another thread. */
    static Object first() {
        return Fields.FIRST;
    }

    int length(String s) {
        return s.length();
    }
}
