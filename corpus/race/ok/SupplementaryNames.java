// As the racy one of this name, under the lock of a class with such a name.
//@ mechanism thread basics: names beyond the basic plane

public class SupplementaryNames {
    static class 𝐀ccount {
        int 𠮷;

        synchronized void 𝐚dd() {
            𠮷++;
        }
    }

    public static void main(String[] args) throws Exception {
        𝐀ccount account = new 𝐀ccount();
        Thread t = new Thread(account::𝐚dd, "🧵");
        t.start();
        account.𝐚dd();
        t.join();
        if (account.𠮷 != 2) {
            throw new AssertionError("" + account.𠮷);
        }
    }
}
