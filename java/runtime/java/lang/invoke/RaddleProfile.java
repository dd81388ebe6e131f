package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;

/**
 * A profile of one's own for a path: HotSpot has one per bytecode, which all places share that the code is
 * inlined into. It is here because HotSpot takes it from {@link MethodHandleImpl} alone.
 */
public final class RaddleProfile {
    private RaddleProfile() {}

    /**
     * On the path. Where the compiler knows {@code taken} for a constant, and it is {0, 0}, the path ends
     * here: the code that gets here is thrown away, and counted, so that it is compiled with the path next.
     * It costs nothing where nothing is compiled. {0, 1} keeps the path.
     */
    @ForceInline
    public static void rare(int[] taken) {
        if (MethodHandleImpl.isCompileConstant(taken)) MethodHandleImpl.profileBoolean(true, taken);
    }
}
