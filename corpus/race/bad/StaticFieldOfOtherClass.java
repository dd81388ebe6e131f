// A static field of another class, which neither thread's own class declares.
//@ mechanism thread basics: fields of every type

public class StaticFieldOfOtherClass {
    static class Settings {
        static int level = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        int before = Settings.level;
        Thread t = new Thread(() -> {
            Settings.level = 2; //~ race Settings.level
        });
        t.start();
        int after = Settings.level; //~ race Settings.level
        t.join();
        System.out.println(before == 1 && after >= 1);
    }
}
