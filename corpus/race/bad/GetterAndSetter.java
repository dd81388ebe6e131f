// A bean whose accessors are called from two threads.
//@ mechanism thread basics: fields of every kind of class

public class GetterAndSetter {
    static class Bean {
        private String name = "none";

        String getName() {
            return name; //~ race Bean.name
        }

        void setName(String name) {
            this.name = name; //~ race Bean.name
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bean bean = new Bean();
        Thread t = new Thread(() -> bean.setName("new"));
        t.start();
        String seen = bean.getName();
        t.join();
        System.out.println(seen.length() > 2);
    }
}
