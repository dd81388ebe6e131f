//@ jdk 21+
// Pattern matching for switch, and record patterns.

public class PatternSwitch {
    sealed interface Expr permits Num, Add, Neg {}

    record Num(int value) implements Expr {}

    record Add(Expr left, Expr right) implements Expr {}

    record Neg(Expr inner) implements Expr {}

    private int steps;

    int eval(Expr e) {
        steps++;
        return switch (e) {
            case Num(int value) -> value;
            case Add(Num(int a), Num(int b)) when a == b -> 2 * a;
            case Add(Expr a, Expr b) -> eval(a) + eval(b);
            case Neg(Expr inner) -> -eval(inner);
        };
    }

    static String show(Object o) {
        return switch (o) {
            case null -> "null";
            case String s when s.length() > 3 -> "long " + s;
            case String s -> s;
            case Integer i -> "int " + i;
            case int[] array -> "array of " + array.length;
            default -> o.getClass().getSimpleName();
        };
    }

    public static void main(String[] args) {
        PatternSwitch it = new PatternSwitch();
        Expr e = new Add(new Neg(new Num(3)), new Add(new Num(4), new Num(4)));
        System.out.println(it.eval(e) + " " + it.steps + " " + e);
        for (Object o : new Object[] {null, "text", "t", 5, new int[3], 2.5}) {
            System.out.println(show(o));
        }
    }
}
