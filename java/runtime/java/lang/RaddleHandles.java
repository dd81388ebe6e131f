package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Method handles that access a field or an element, where the program invokes them directly. What they do
 * is in code that no agent sees, so it is read out of the handle.
 */
final class RaddleHandles {
    private RaddleHandles() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> DIRECT = named("java.lang.invoke.DirectMethodHandle");
    private static final Class<?> FIELD = named("java.lang.invoke.DirectMethodHandle$Accessor");
    private static final Class<?> STATIC = named("java.lang.invoke.DirectMethodHandle$StaticAccessor");
    private static final Class<?> NAME = named("java.lang.invoke.MemberName");
    private static final Class<?> WRAPPED = named("java.lang.invoke.MethodHandleImpl$IntrinsicMethodHandle");
    private static final long TARGET = U.objectFieldOffset(WRAPPED, "target");
    private static final long MEMBER = U.objectFieldOffset(DIRECT, "member");
    private static final long OFFSET = U.objectFieldOffset(FIELD, "fieldOffset");
    private static final long STATIC_BASE = U.objectFieldOffset(STATIC, "staticBase");
    private static final long STATIC_OFFSET = U.objectFieldOffset(STATIC, "staticOffset");
    private static final long FLAGS = U.objectFieldOffset(NAME, "flags");
    private static final long METHOD = U.objectFieldOffset(NAME, "name");

    /** Kinds of references, as in class files: the first two read. */
    private static final int KIND_SHIFT = 24;
    private static final int KIND_MASK = 15;
    private static final int GET_STATIC = 2;
    private static final int FINAL = 0x10;
    private static final int VOLATILE = 0x40;

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    static void invoking(Object handle, Object first, int second) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        if (WRAPPED.isInstance(handle)) handle = U.getReference(handle, TARGET);
        if (!DIRECT.isInstance(handle)) return;
        Object member = U.getReference(handle, MEMBER);
        int flags = U.getInt(member, FLAGS);
        boolean reads = (flags >>> KIND_SHIFT & KIND_MASK) <= GET_STATIC;
        if (FIELD.isInstance(handle)) {
            field(t, first, U.getInt(handle, OFFSET), flags, reads);
        } else if (STATIC.isInstance(handle)) {
            Object base = U.getReference(handle, STATIC_BASE);
            if (base instanceof Class) RaddleSync.classSeen((Class<?>) base);
            field(t, base, U.getLong(handle, STATIC_OFFSET), flags, reads);
        } else if (first != null && first.getClass().isArray() && second >= 0) {
            Object name = U.getReference(member, METHOD);
            if (!(name instanceof String)) return;
            String method = (String) name;
            if (method.startsWith("getElement")) RaddleMemory.indexed(first, second, false);
            else if (method.startsWith("setElement")) RaddleMemory.indexed(first, second, true);
        }
    }

    /** What a volatile read has seen is known once it was performed. */
    static void invoked(RaddleThread t) {
        Object base = t.readFrom;
        t.readFrom = null;
        RaddleAtomics.acquireAt(base, t.readAt);
    }

    private static void field(RaddleThread t, Object base, long offset, int flags, boolean reads) {
        if (base == null || (flags & FINAL) != 0) return;
        if ((flags & VOLATILE) == 0) {
            RaddleMemory.accessAt(base, offset, 1, !reads);
        } else if (reads) {
            t.readFrom = base;
            t.readAt = offset;
        } else {
            RaddleAtomics.releaseAt(base, offset);
        }
    }
}
