// The order of static initialisation, and how it fails.

public class Initialization {
    static void say(String text) {
        System.out.println(text);
    }

    static int say(String text, int value) {
        System.out.println(text);
        return value;
    }

    static class Base {
        static int base = say("base", 1);

        static {
            say("base block");
        }

        int field = say("base field", 2);

        Base() {
            say("base constructor");
            hook();
        }

        void hook() {}
    }

    static class Derived extends Base {
        static int derived = say("derived", 3);
        int own = say("derived field", 4);

        @Override
        void hook() {
            say("hook sees " + own);
        }
    }

    interface WithDefault {
        int VALUE = say("interface with default", 5);

        default void m() {}
    }

    interface Without {
        int VALUE = say("interface without default", 6);
    }

    static class Implements implements WithDefault, Without {
        static {
            say("implements");
        }
    }

    static class Constant {
        static final int INLINED = 7;
        static final Integer BOXED = 8;

        static {
            say("constant");
        }
    }

    static class Failing {
        static int value = Integer.parseInt("not a number");

        static void use() {}
    }

    static class Cyclic {
        static int a = OtherCyclic.b + 1;
    }

    static class OtherCyclic {
        static int b = Cyclic.a + 1;
    }

    public static void main(String[] args) throws Exception {
        say("derived's inherited field " + Derived.base);
        new Derived();
        new Implements();
        say("inlined " + Constant.INLINED);
        say("boxed " + Constant.BOXED);
        say("array " + new Failing[1].length);
        for (int i = 0; i < 2; i++) {
            try {
                Failing.use();
            } catch (ExceptionInInitializerError e) {
                say(e + " " + e.getCause());
            } catch (NoClassDefFoundError e) {
                say(e.getMessage());
            }
        }
        say(Cyclic.a + " " + OtherCyclic.b);
        say("literal " + WithDefault.class.getSimpleName());
        Class.forName("Initialization$Without", false, Initialization.class.getClassLoader());
        say("without " + Without.VALUE);
    }
}
