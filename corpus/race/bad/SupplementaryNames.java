// Names of classes, fields, methods and threads with characters beyond the basic plane, which the JVM writes as pairs
// of surrogates.
//@ mechanism thread basics: names beyond the basic plane

public class SupplementaryNames {
    static class 𝐀ccount {
        int 𠮷;

        void 𝐚dd() {
            𠮷++; //~ race SupplementaryNames$𝐀ccount.𠮷
        }
    }

    public static void main(String[] args) throws Exception {
        𝐀ccount account = new 𝐀ccount();
        Thread t = new Thread(account::𝐚dd, "🧵 ä \ud83d.");
        t.start();
        account.𝐚dd();
        t.join();
    }
}
