// Annotations of classes, members, parameters and types, read back at run time.

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Note {
        String value() default "none";

        int[] numbers() default {};

        Class<?> type() default Object.class;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Use {
        int value();
    }

    @Note("class")
    static class Annotated<@Use(1) T> extends @Use(2) Object {
        @Note(value = "field", numbers = {1, 2})
        int number;

        @Use(3) String text;

        List<@Use(4) String> list;

        @Note(type = String.class)
        @Deprecated
        synchronized @Use(5) String method(@Note("parameter") int a, @Use(6) long b) throws @Use(7) Exception {
            int[] local = new @Use(8) int[1];
            local[0] = number;
            Object o = (@Use(9) Object) local;
            return o instanceof @Use(10) int[] ? text : null;
        }
    }

    // The JVM gives an annotation's members in any order.
    static String show(Annotation... annotations) {
        StringBuilder text = new StringBuilder();
        for (Annotation annotation : annotations) {
            text.append(annotation.annotationType().getSimpleName());
            if (annotation instanceof Note note) {
                text.append(note.value()).append(Arrays.toString(note.numbers())).append(note.type());
            } else if (annotation instanceof Use use) {
                text.append(use.value());
            }
            text.append(' ');
        }
        return text.toString();
    }

    static String show(AnnotatedType... types) {
        StringBuilder text = new StringBuilder();
        for (AnnotatedType type : types) {
            text.append(type.getType()).append(": ").append(show(type.getAnnotations()));
        }
        return text.toString();
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Annotated.class;
        System.out.println(show(type.getAnnotations()));
        System.out.println(show(type.getAnnotatedSuperclass()) + show(type.getTypeParameters()[0].getAnnotations()));
        for (Field field : type.getDeclaredFields()) {
            System.out.println(field.getName() + " " + show(field.getAnnotations()) + show(field.getAnnotatedType()));
            if (field.getAnnotatedType() instanceof AnnotatedParameterizedType list) {
                System.out.println(show(list.getAnnotatedActualTypeArguments()));
            }
        }
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            System.out.println(method.getName() + " " + show(method.getAnnotations()));
            for (Annotation[] annotations : method.getParameterAnnotations()) {
                System.out.println(show(annotations));
            }
            System.out.println(show(method.getAnnotatedReturnType()) + show(method.getAnnotatedParameterTypes())
                    + show(method.getAnnotatedExceptionTypes()));
        }
        System.out.println(new Annotated<String>().method(1, 2));
    }
}
