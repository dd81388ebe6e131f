// Enum constants and their mutable innards, set up by the enum's initialiser.
//@ mechanism thread basics: class initialisation
//@ mechanism bulk and indirect: enums with mutable fields

public class ClassInitEnum {
    enum Unit {
        SMALL(1),
        LARGE(100);

        private int factor;

        Unit(int factor) {
            this.factor = factor;
        }

        int factor() {
            return factor;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            int sum = 0;
            for (Unit unit : Unit.values()) {
                sum += unit.factor();
            }
            if (sum + Unit.LARGE.factor() != 201) {
                throw new AssertionError(sum);
            }
        };
        Thread a = new Thread(look);
        Thread b = new Thread(look);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
