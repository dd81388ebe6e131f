// Names outside ASCII: classes, fields, methods, strings.

import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;

public class UnicodeNames {
    static class Größe {
        int länge = 1;
        static String 名前 = "値";
        long[] données = new long[2];
        boolean \u03c0 = true;
        int $dollar_ = 4;

        synchronized int мера() {
            länge++;
            données[1] += länge;
            return (int) données[1];
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Größe g = new Größe();
        out.println(g.мера() + g.мера() + Größe.名前 + g.π + g.$dollar_);
        out.println("😀 \0 \u07ff \uffff \ud800".length());
        for (Field field : Größe.class.getDeclaredFields()) {
            out.println(field);
        }
        try {
            g.données = null;
            g.мера();
        } catch (NullPointerException e) {
            out.println(e.getMessage() + " " + e.getStackTrace()[0]);
        }
    }
}
