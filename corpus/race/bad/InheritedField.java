// A field accessed through references of a subclass: the declaring class names the variable.
//@ mechanism thread basics: fields of every kind of class

public class InheritedField {
    static class Base {
        int state;
    }

    static class Derived extends Base {
        void set(int value) {
            state = value; //~ race Base.state
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Derived object = new Derived();
        Thread t = new Thread(() -> object.set(1));
        t.start();
        int seen = object.state; //~ race Base.state
        t.join();
        System.out.println(seen <= 1);
    }
}
