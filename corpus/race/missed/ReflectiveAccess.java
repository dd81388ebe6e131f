// Missed because: Field.set writes the field from inside the JDK, not by an instruction of the program.
//@ mechanism bulk and indirect: reflection on fields

import java.lang.reflect.Field;

public class ReflectiveAccess {
    static class Bean {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Bean bean = new Bean();
        Field field = Bean.class.getDeclaredField("value");
        Thread t = new Thread(() -> {
            try {
                field.setInt(bean, 1);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        bean.value = 2;
        t.join();
        System.out.println(bean.value > 0);
    }
}
