// Switches over strings, enums, dense and sparse integers.

public class Switches {
    enum Day { MON, TUE, SUN }

    static int[] counts = new int[8];

    static int text(String s) {
        switch (s) {
            case "Aa":
            case "BB":
                counts[0]++;
                return s.equals("Aa") ? 1 : 2;
            case "":
                counts[1]++;
                break;
            default:
                counts[2]++;
                return -1;
        }
        return 0;
    }

    static String day(Day day) {
        switch (day) {
            case MON:
                counts[3]++;
                // falls through
            case TUE:
                counts[4]++;
                return "work";
            default:
                return "rest";
        }
    }

    static long dense(int i) {
        switch (i) {
            case 0: return counts[0];
            case 1: return counts[1] + 1L;
            case 2: return counts[2] << 1;
            case 3: counts[5] = i;
            case 4: counts[6] += counts[5];
            case 5: return counts[6];
            default: return -1;
        }
    }

    static int sparse(int i) {
        return switch (i) {
            case Integer.MIN_VALUE -> counts[0]++;
            case -1 -> --counts[1];
            case 1_000_000 -> counts[2] ^= 7;
            case Integer.MAX_VALUE -> counts[3] + (counts[4] > 0 ? counts[5] : counts[6]);
            default -> throw new IllegalArgumentException("no " + i);
        };
    }

    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "", "C", "Aa"}) {
            System.out.print(text(s) + " ");
        }
        for (Day day : Day.values()) {
            System.out.print(day(day) + " ");
        }
        for (int i = -1; i < 7; i++) {
            System.out.print(dense(i) + " ");
        }
        for (int i : new int[] {Integer.MIN_VALUE, -1, 1_000_000, Integer.MAX_VALUE}) {
            System.out.print(sparse(i) + " ");
        }
        try {
            sparse(5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
