// Records, enums, sealed interfaces, pattern matching of Java 17, text blocks, nested generics.

import java.util.EnumMap;
import java.util.Objects;

public class ModernSyntax {
    sealed interface Shape permits Circle, Square, Group {}

    record Circle(double radius) implements Shape {
        static int made;

        Circle {
            if (radius < 0) {
                throw new IllegalArgumentException("negative");
            }
            made++;
        }
    }

    record Square(double side) implements Shape {}

    record Group(Shape... shapes) implements Shape {}

    enum Op {
        ADD("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        private String sign;
        private int uses;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);

        String show(int a, int b) {
            uses++;
            return a + sign + b + "=" + apply(a, b) + "#" + uses;
        }
    }

    static double area(Shape shape) {
        if (shape instanceof Circle c && c.radius() > 0) {
            return c.radius() * c.radius() * 3;
        } else if (shape instanceof Square s) {
            return s.side() * s.side();
        } else if (shape instanceof Group g) {
            double sum = 0;
            for (Shape part : g.shapes()) {
                sum += area(part);
            }
            return sum;
        }
        return 0;
    }

    static String kind(Object o) {
        return switch (o.toString().length() % 3) {
            case 0 -> "zero";
            case 1 -> {
                String one = "o" + "ne";
                yield one;
            }
            default -> "two";
        };
    }

    public static void main(String[] args) {
        System.out.println(area(new Group(new Circle(2), new Square(3), new Group(new Circle(0)))));
        System.out.println(new Circle(1).equals(new Circle(1)) + " " + new Square(2) + " " + Circle.made);
        System.out.println(Objects.hash(new Circle(1), new Square(2)));
        EnumMap<Op, String> shown = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            shown.put(op, op.show(3, 4));
        }
        System.out.println(shown + " " + Op.valueOf("SUB").show(1, 1));
        System.out.println(kind("abc") + kind("a") + kind("ab"));
        System.out.println("""
                a text block
                  with "quotes"\
                """);
        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        var total = new Object() {
            int value;

            void add(int n) {
                value += n;
            }
        };
        total.add(5);
        System.out.println(total.value);
    }
}
