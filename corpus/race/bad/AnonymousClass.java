// A field that an anonymous class declares.
//@ mechanism thread basics: fields of every kind of class

public class AnonymousClass {
    interface Counter extends Runnable {
        int count();
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter() {
            private int count;

            @Override
            public void run() {
                count++; //~ race AnonymousClass$1.count
            }

            @Override
            public int count() {
                return count; //~ race AnonymousClass$1.count
            }
        };
        Thread t = new Thread(counter);
        t.start();
        int seen = counter.count();
        t.join();
        System.out.println(seen <= 1);
    }
}
