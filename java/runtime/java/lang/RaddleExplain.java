package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import jdk.internal.misc.Unsafe;

/**
 * Records the values that steps read and write, and the names of objects, for an explained schedule. One thread
 * runs at a time, so what is in a variable once the thread is dispatched is what it reads, and what is there when
 * it comes to its next switch point is what it wrote.
 *
 * Nothing of the program is called, no identity hash code is taken, and no object gets a number of the schedule's:
 * the schedule must stay the one that it was. There is one object per thread, for what it is about to do.
 */
final class RaddleExplain {
    static final boolean ON = RaddleControl.ON && RaddleNative.explains();

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Thread.class, "$raddle");
    private static final long OWNER = U.objectFieldOffset(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");
    private static final int LONGEST = 24;

    /** A variable: of which type, where, and its name; and what was in it, if the step may be no write at all. */
    private Class<?> type;
    private Object base;
    private long offset;
    private String variable;
    private String object;
    private boolean writes;
    private String before;

    private RaddleExplain() {}

    // What a thread is about to do, as soon as it is dispatched.

    /** Accesses the field at a site; of no object if it is static. */
    static void field(RaddleThread t, Object o, int site, boolean writes, boolean calls) {
        t.busy = true;
        try {
            String name = RaddleNative.fieldName(site);
            String declaring = RaddleNative.declaring(site);
            Class<?> c = name == null || declaring == null ? null : o == null ? forStatic(declaring) : o.getClass();
            while (c != null && !c.getName().equals(declaring)) c = c.getSuperclass();
            if (c == null || o == null && U.shouldBeInitialized(c)) return;
            Field f = c.getDeclaredField(name);
            boolean isStatic = Modifier.isStatic(f.getModifiers());
            if (isStatic != (o == null)) return;
            RaddleExplain e = new RaddleExplain();
            e.type = f.getType();
            e.base = isStatic ? U.staticFieldBase(f) : o;
            e.offset = isStatic ? U.staticFieldOffset(f) : U.objectFieldOffset(f);
            e.variable = nameOf(c, name, calls);
            e.object = isStatic ? null : called(o);
            e.begin(t, writes, calls);
        } catch (ReflectiveOperationException | LinkageError e) {
            // Then nothing is recorded of it.
        } finally {
            t.busy = false;
        }
    }

    private static Class<?> forStatic(String name) throws ClassNotFoundException {
        Class<?> caller = RaddleNative.caller();
        return caller == null ? null : Class.forName(name, false, caller.getClassLoader());
    }

    /** Accesses an element of an array. */
    static void element(RaddleThread t, Object a, int i, boolean writes) {
        t.busy = true;
        try {
            if (i < 0 || i >= java.lang.reflect.Array.getLength(a)) return;
            Class<?> c = a.getClass();
            long offset = RaddleNative.arrayBase(c) + (long) i * U.arrayIndexScale(c);
            ofArray(a, i, offset).begin(t, writes, false);
        } finally {
            t.busy = false;
        }
    }

    private static RaddleExplain ofArray(Object a, int i, long offset) {
        RaddleExplain e = new RaddleExplain();
        e.type = a.getClass().getComponentType();
        e.base = a;
        e.offset = offset;
        e.variable = shortName(e.type) + "[" + i + "]";
        e.object = called(a);
        return e;
    }

    /** Calls what accesses the place at an offset of an object. */
    static void at(RaddleThread t, Object o, long offset) {
        if (o == null || o instanceof Class) return;
        t.busy = true;
        try {
            Class<?> c = o.getClass();
            if (c.isArray()) {
                int i = RaddleShadow.index(c, offset);
                if (i >= 0 && i < java.lang.reflect.Array.getLength(o)) ofArray(o, i, offset).begin(t, false, true);
                return;
            }
            for (; c != null; c = c.getSuperclass()) {
                for (Field f : c.getDeclaredFields()) {
                    if (Modifier.isStatic(f.getModifiers()) || U.objectFieldOffset(f) != offset) continue;
                    RaddleExplain e = new RaddleExplain();
                    e.type = f.getType();
                    e.base = o;
                    e.offset = offset;
                    e.variable = nameOf(c, f.getName(), true);
                    e.object = called(o);
                    e.begin(t, false, true);
                    return;
                }
            }
        } catch (LinkageError e) {
            // A field's type may be missing; then nothing is recorded of it.
        } finally {
            t.busy = false;
        }
    }

    private void begin(RaddleThread t, boolean writes, boolean calls) {
        this.writes = writes;
        if (!writes) {
            before = value();
            RaddleNative.explained(t.turn, variable, object, before, false);
        }
        // What a call does shows afterwards.
        t.explained = writes || calls ? this : null;
    }

    /** The thread comes to its next switch point, or to its end. */
    static void settle(RaddleThread t) {
        RaddleExplain e = t.explained;
        if (e == null) return;
        t.explained = null;
        t.busy = true;
        try {
            String now = e.value();
            if (e.writes || !now.equals(e.before)) RaddleNative.explained(t.turn, e.variable, e.object, now, true);
        } finally {
            t.busy = false;
        }
    }

    // Waiting.

    /** Objects of the JDK's own have no number: only those that the program meets are counted. */
    static void monitor(RaddleThread t, Object o, int number, boolean isInside) {
        t.busy = true;
        try {
            RaddleThread c = o instanceof Thread ? (RaddleThread) U.getReferenceAcquire(o, STATE) : null;
            RaddleNative.named(number, isInside ? shortName(o.getClass()) : called(o), c == null ? 0 : c.turn);
        } finally {
            t.busy = false;
        }
    }

    static void parking(RaddleThread t) {
        t.busy = true;
        try {
            Object blocker = java.util.concurrent.locks.LockSupport.getBlocker(Thread.currentThread());
            if (blocker == null) return;
            Object owner = blocker instanceof AbstractOwnableSynchronizer ? U.getReferenceAcquire(blocker, OWNER) : null;
            RaddleThread c = owner == null ? null : (RaddleThread) U.getReferenceAcquire(owner, STATE);
            RaddleNative.parksFor(t.turn, called(blocker), c == null ? 0 : c.turn);
        } finally {
            t.busy = false;
        }
    }

    // Texts.

    private String value() {
        if (type == int.class) return Integer.toString(U.getIntVolatile(base, offset));
        if (type == long.class) return Long.toString(U.getLongVolatile(base, offset));
        if (type == boolean.class) return Boolean.toString(U.getBooleanVolatile(base, offset));
        if (type == byte.class) return Byte.toString(U.getByteVolatile(base, offset));
        if (type == short.class) return Short.toString(U.getShortVolatile(base, offset));
        if (type == char.class) return "'" + U.getCharVolatile(base, offset) + "'";
        if (type == float.class) return Float.toString(U.getFloatVolatile(base, offset));
        if (type == double.class) return Double.toString(U.getDoubleVolatile(base, offset));
        return called(U.getReferenceVolatile(base, offset));
    }

    /** {@code Account.balance}; the value of an object that is little else is called as its class. */
    private static String nameOf(Class<?> c, String field, boolean calls) {
        String name = shortName(c);
        return calls && field.equals("value") ? name : name + "." + field;
    }

    private static String shortName(Class<?> c) {
        if (c.isArray()) return shortName(c.getComponentType()) + "[]";
        String name = c.getName();
        int hidden = name.indexOf('/');
        if (hidden >= 0) name = name.substring(0, hidden);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Object[] known = new Object[64];
    private static int count;

    private static String called(Object o) {
        if (o == null) return "null";
        if (o instanceof String) {
            String text = (String) o;
            return text.length() <= LONGEST ? "\"" + text + "\"" : "\"" + text.substring(0, LONGEST) + "…\"";
        }
        if (o instanceof Enum) return shortName(((Enum<?>) o).getDeclaringClass()) + "." + ((Enum<?>) o).name();
        if (o instanceof Class) return shortName((Class<?>) o) + ".class";
        if (o instanceof Integer || o instanceof Long || o instanceof Boolean || o instanceof Short || o instanceof Byte
                || o instanceof Character || o instanceof Float || o instanceof Double) return o.toString();
        return shortName(o.getClass()) + "#" + number(o);
    }

    /** Objects of a class are numbered as they come up, and kept, so that none gets another's number. */
    private static int number(Object o) {
        int number = 1;
        for (int i = 0; i < count; i++) {
            if (known[i] == o) return number;
            if (known[i].getClass() == o.getClass()) number++;
        }
        if (count == known.length) {
            Object[] grown = new Object[2 * count];
            System.arraycopy(known, 0, grown, 0, count);
            known = grown;
        }
        known[count++] = o;
        return number;
    }
}
