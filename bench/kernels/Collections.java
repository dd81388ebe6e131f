import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The collections of the JDK: lists and maps that a member has for itself, one shared map behind a wrapper
 * that synchronises, and one that is made for sharing. No races.
 */
final class Collections extends Kernel {
    private static final int WORDS = 500;
    private static final int KEYS = 4_000;

    public static void main(String[] args) {
        new Collections().run(args, 6_000, 0x54c07949ca06fdb6L);
    }

    @Override
    int small() {
        return 4;
    }

    /** {@code size} is the number of texts. */
    @Override
    long compute(Team team, int size) {
        Counting counting = new Counting(team, size);
        team.run(counting);

        long checksum = 0;
        for (Map.Entry<Integer, Integer> entry : counting.total.entrySet()) {
            checksum += mix((long) entry.getKey() << 32 | entry.getValue());
        }
        for (Map.Entry<Integer, Integer> entry : counting.longest.entrySet()) {
            checksum += 31 * mix((long) entry.getKey() << 32 | entry.getValue());
        }
        return checksum;
    }

    private static final class Sum implements BiFunction<Integer, Integer, Integer> {
        @Override
        public Integer apply(Integer a, Integer b) {
            return a + b;
        }
    }

    private static final class Max implements BiFunction<Integer, Integer, Integer> {
        @Override
        public Integer apply(Integer a, Integer b) {
            return a >= b ? a : b;
        }
    }

    private static final class Counting implements Team.Work {
        private static final Sum SUM = new Sum();
        private static final Max MAX = new Max();

        private final Team team;
        private final int size;
        private final Map<Integer, Integer> total = new ConcurrentHashMap<>();
        private final Map<Integer, Integer> longest = java.util.Collections.synchronizedMap(new HashMap<>());

        Counting(Team team, int size) {
            this.team = team;
            this.size = size;
        }

        @Override
        public void share(int me) {
            for (int i = me; i < size; i += team.threads) {
                List<Integer> words = words(i);
                for (Map.Entry<Integer, Integer> entry : count(words).entrySet()) {
                    total.merge(entry.getKey(), entry.getValue(), SUM);
                    if (entry.getValue() > 1) {
                        longest.merge(entry.getKey(), i, MAX);
                    }
                }
            }
        }

        private static List<Integer> words(int text) {
            List<Integer> words = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                words.add((int) Long.remainderUnsigned(mix((long) text * WORDS + i), KEYS));
            }
            return words;
        }

        private static Map<Integer, Integer> count(List<Integer> words) {
            Map<Integer, Integer> counts = new HashMap<>();
            for (Integer word : words) {
                Integer before = counts.get(word);
                counts.put(word, before == null ? 1 : before + 1);
            }
            return counts;
        }
    }
}
