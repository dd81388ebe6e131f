// role: jdk; javac: --patch-module java.base=HERE
package jdk.internal.reflect;

import java.lang.reflect.Field;

/** A stand-in for the real class, to show its patch. */
public class Reflection {
    public static Field[] filterFields(Class<?> of, Field[] fields) {
        return of == null ? null : fields;
    }
}
