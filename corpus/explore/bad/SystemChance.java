// What the system gives as chance is the same for each schedule that is repeated.
//@ finds uncaught-exception
import java.security.SecureRandom;
import java.util.UUID;

public class SystemChance {
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
        byte[] some = new byte[24];
        new SecureRandom().nextBytes(some);
        for (int i = 0; i < some.length; i++) step(some[i]);
        long id = UUID.randomUUID().getLeastSignificantBits();
        for (int i = 0; i < 24; i++) step((int) (id >> i));
        Thread other = new Thread(SystemChance::add);
        other.start();
        add();
        other.join();
        if (count != 2) throw new AssertionError("lost an update");
    }
}
