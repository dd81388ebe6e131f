// The one instance is made under a lock, and filled before it is published.
//@ mechanism explore: published too early
//@ small

public class HalfPublished {
    static final class Config {
        volatile int size;
    }

    static volatile Config config;

    static Config get() {
        if (config == null) {
            synchronized (HalfPublished.class) {
                if (config == null) {
                    Config made = new Config();
                    made.size = 4;
                    config = made;
                }
            }
        }
        return config;
    }

    static void use() {
        int share = 100 / get().size;
        if (share != 25) {
            throw new AssertionError(share);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(HalfPublished::use);
        Thread two = new Thread(HalfPublished::use);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
