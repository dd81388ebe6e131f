// The order in which reflection shows methods and constructors is the same in each JVM.
//@ finds uncaught-exception
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

public class ReflectedOrder {
    static volatile int seen;
    static volatile int count;

    interface Shape {
        void zoom();
        void area();
        void corners();
        void draw();
        void edges();
        void flip();
        void mirror();
        void paint();
        void rotate();
        void shear();
        void translate();
        void wobble();
    }

    static class Point {
        Point() {}
        Point(int x) {}
        Point(int x, int y) {}
        Point(long x) {}
        Point(String text) {}
        Point(double x) {}
    }

    static void step(int kind) {
        if ((kind & 1) == 0) seen = kind;
        else kind = seen;
    }

    static void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws Exception {
        for (Method method : Shape.class.getDeclaredMethods()) step(method.getName().length());
        for (Constructor<?> constructor : Point.class.getDeclaredConstructors()) step(constructor.getParameterCount());
        for (Method method : String.class.getMethods()) step(method.getName().length());
        Thread other = new Thread(ReflectedOrder::add);
        other.start();
        add();
        other.join();
        if (count != 2) throw new AssertionError("lost an update");
    }
}
