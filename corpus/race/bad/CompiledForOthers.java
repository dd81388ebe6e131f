// Code that has been compiled when it only ever met objects of its own thread, and then meets a shared one.
//@ mechanism thread basics: fields of every kind of class

public class CompiledForOthers {
    private static final int OFTEN = 3_000_000;

    static final class Counter {
        int n;

        void count() {
            n++; //~ race Counter.n
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter shared = new Counter();
        Runnable work = () -> {
            Counter own = new Counter();
            for (int i = 0; i < OFTEN; i++) {
                own.count();
            }
            shared.count();
        };
        Thread a = new Thread(work);
        Thread b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(shared.n <= 2);
    }
}
