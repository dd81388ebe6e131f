// The access is in a default method of an interface.
//@ mechanism thread basics: fields of every kind of class

public class DefaultMethod {
    static class State {
        int n;
    }

    interface Counting {
        State state();

        default void count() {
            state().n++; //~ race State.n
        }
    }

    public static void main(String[] args) throws InterruptedException {
        State state = new State();
        Counting counting = () -> state;
        Thread t = new Thread(counting::count);
        t.start();
        counting.count();
        t.join();
    }
}
