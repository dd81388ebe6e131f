package java.lang;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;

/**
 * A test method, in the place of {@code main}: a fresh object, what is to run before and after, in JUnit's order.
 * Annotations are known by their simple names, so that it does not matter whose they are. Runners, rules and
 * extensions are not.
 *
 * All that needs reflection is done before the schedule begins; methods are called by JNI, for which see
 * {@link RaddleNative#invoke}.
 */
final class RaddleTest {
    private static final String[] BEFORE_ALL = {"BeforeClass", "BeforeAll"};
    private static final String[] BEFORE = {"Before", "BeforeEach"};
    private static final String[] AFTER = {"After", "AfterEach"};
    private static final String[] AFTER_ALL = {"AfterClass", "AfterAll"};

    private final Class<?> type;
    private final Method test;
    private final Class<?> expected;
    private final Method[] beforeAll;
    private final Method[] before;
    private final Method[] after;
    private final Method[] afterAll;

    /** What is wrong with it is said by an {@link IllegalArgumentException}. */
    RaddleTest(Class<?> type, String name) {
        this.type = type;
        test = find(type, name);
        expected = expected(test);
        if (Modifier.isAbstract(type.getModifiers())) throw new IllegalArgumentException(type.getName() + " is abstract");
        try {
            if (!Modifier.isStatic(test.getModifiers())) type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName() + " has no constructor without parameters");
        }
        beforeAll = around(type, BEFORE_ALL, true);
        before = around(type, BEFORE, true);
        after = around(type, AFTER, false);
        afterAll = around(type, AFTER_ALL, false);
    }

    void run() throws Throwable {
        Throwable thrown = each(beforeAll, null, true, null);
        Object object = null;
        if (thrown == null && !Modifier.isStatic(test.getModifiers())) {
            try {
                object = RaddleNative.make(type);
            } catch (Throwable e) {
                thrown = e;
            }
        }
        if (thrown == null) {
            thrown = each(beforeAll, object, false, null);
            if (thrown == null) thrown = each(before, object, false, null);
            if (thrown == null) thrown = call(object);
            thrown = each(after, object, false, thrown);
            thrown = each(afterAll, object, false, thrown);
        }
        thrown = each(afterAll, null, true, thrown);
        if (thrown != null && !isAssumption(thrown)) throw thrown;
    }

    /** Calls those that are static, or those that are not. What is thrown first counts; nothing follows it before a test. */
    private static Throwable each(Method[] methods, Object object, boolean isStatic, Throwable thrown) {
        for (Method method : methods) {
            if (Modifier.isStatic(method.getModifiers()) != isStatic || !isStatic && object == null) continue;
            try {
                RaddleNative.invoke(method.getDeclaringClass(), object, method, null);
            } catch (Throwable e) {
                if (thrown == null) thrown = e;
            }
        }
        return thrown;
    }

    private Throwable call(Object object) {
        try {
            RaddleNative.invoke(test.getDeclaringClass(), object, test, null);
        } catch (Throwable e) {
            return expected != null && expected.isInstance(e) ? null : e;
        }
        return expected == null ? null : new AssertionError("Expected exception: " + expected.getName());
    }

    /** Whether the test says that it has nothing to say. */
    private static boolean isAssumption(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            String name = type.getName();
            if (name.endsWith(".AssumptionViolatedException") || name.endsWith(".TestAbortedException")) return true;
        }
        return false;
    }

    private static Method find(Class<?> type, String name) {
        boolean takesParameters = false;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : methods(at)) {
                if (!method.getName().equals(name)) continue;
                if (method.getParameterCount() > 0) {
                    takesParameters = true;
                    continue;
                }
                if (method.getReturnType() != void.class) {
                    throw new IllegalArgumentException(type.getName() + "." + name + " returns something: a test is void");
                }
                return method;
            }
        }
        String what = takesParameters
            ? "." + name + " takes parameters: only a method without can be run; write one that calls it"
            : " has no method " + name;
        throw new IllegalArgumentException(type.getName() + what + "; " + listed(type));
    }

    /** What could be run instead. */
    static String listed(Class<?> type) {
        String list = "";
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : methods(at)) {
                if (method.getParameterCount() > 0 || annotation(method, "Test") == null) continue;
                list += (list.isEmpty() ? "" : ", ") + type.getName() + "#" + method.getName();
            }
        }
        return list.isEmpty() ? "no method of it is annotated with @Test" : "its test methods are " + list;
    }

    /** The method that the launcher would run, of the class or of what it inherits from; none if there is none. */
    static Method main(Class<?> type) {
        // From JDK 25 on, also one that is not public, of an object, or without parameters (JEP 512).
        boolean isStrict = Runtime.version().feature() < 25;
        Method main = main(type, true, isStrict);
        return main == null && !isStrict ? main(type, false, false) : main;
    }

    private static Method main(Class<?> type, boolean takesArguments, boolean isStrict) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            // A language other than Java may have its compiler add it.
            for (Method method : at.getDeclaredMethods()) {
                Class<?>[] parameters = method.getParameterTypes();
                boolean fits = takesArguments ? parameters.length == 1 && parameters[0] == String[].class : parameters.length == 0;
                if (!fits || !method.getName().equals("main") || method.getReturnType() != void.class) continue;
                int flags = method.getModifiers();
                if (isStrict ? Modifier.isPublic(flags) && Modifier.isStatic(flags) : !Modifier.isPrivate(flags)) return method;
            }
        }
        return null;
    }

    /** The methods with one of these annotations, of superclasses first or last; not those that are overridden. */
    private static Method[] around(Class<?> type, String[] names, boolean superFirst) {
        ArrayList<Method> all = new ArrayList<>();
        ArrayList<String> below = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            ArrayList<Method> own = new ArrayList<>();
            ArrayList<String> seen = new ArrayList<>();
            for (Method method : methods(at)) {
                if (method.getParameterCount() == 0 && !Modifier.isPrivate(method.getModifiers())) seen.add(method.getName());
                for (String name : names) {
                    if (annotation(method, name) == null || below.contains(method.getName())) continue;
                    if (method.getParameterCount() > 0 || method.getReturnType() != void.class) {
                        throw new IllegalArgumentException(at.getName() + "." + method.getName()
                            + " is to run before or after, and takes parameters or returns something");
                    }
                    own.add(method);
                }
            }
            all.addAll(superFirst ? 0 : all.size(), own);
            below.addAll(seen);
        }
        return all.toArray(new Method[0]);
    }

    /** In an order that does not depend on the JVM. */
    private static ArrayList<Method> methods(Class<?> type) {
        ArrayList<Method> methods = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic()) methods.add(method);
        }
        methods.sort(new Comparator<Method>() {
            @Override
            public int compare(Method a, Method b) {
                return a.getName().compareTo(b.getName());
            }
        });
        return methods;
    }

    private static Annotation annotation(Method method, String name) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals(name)) return annotation;
        }
        return null;
    }

    /** What the test has to throw, as JUnit 4 asks for it; null for nothing. */
    private static Class<?> expected(Method test) {
        Annotation annotation = annotation(test, "Test");
        if (annotation == null) return null;
        try {
            Method element = annotation.annotationType().getDeclaredMethod("expected");
            element.setAccessible(true);
            Object expected = element.invoke(annotation);
            // JUnit's own word for nothing cannot be thrown.
            return expected instanceof Class<?> c && !c.getName().endsWith("$None") ? c : null;
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }
}
