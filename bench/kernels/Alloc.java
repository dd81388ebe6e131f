/**
 * Little but new objects: trees that are built and walked, lists that are turned round, arrays of three
 * elements by the million. Each member has its own; what it made is looked at once more after its end. No
 * races.
 */
final class Alloc extends Kernel {
    private static final int DEPTH = 12;
    private static final int LENGTH = 2_000;
    private static final int TRIPLES = 4_000;

    public static void main(String[] args) {
        new Alloc().run(args, 3_000, 0xb46d8fbf84595840L);
    }

    @Override
    int small() {
        return 2;
    }

    /** {@code size} is the number of rounds. */
    @Override
    long compute(Team team, int size) {
        long[] sums = new long[size];
        Tree[] last = new Tree[team.threads];
        team.run(new Rounds(team, sums, last));

        long checksum = 0;
        for (long sum : sums) {
            checksum = checksum * 31 + sum;
        }
        for (Tree tree : last) {
            if (tree != null && tree.count() != (1 << DEPTH + 1) - 1) {
                throw new IllegalStateException("a tree has lost leaves");
            }
        }
        return checksum;
    }

    private static final class Rounds implements Team.Work {
        private final Team team;
        private final long[] sums;
        private final Tree[] last;

        Rounds(Team team, long[] sums, Tree[] last) {
            this.team = team;
            this.sums = sums;
            this.last = last;
        }

        @Override
        public void share(int me) {
            for (int i = me; i < sums.length; i += team.threads) {
                Tree tree = Tree.of(DEPTH, i);
                sums[i] = tree.sum() * 31 + Link.turned(i) * 17 + triples(i);
                last[me] = tree;
            }
        }
    }

    private static final class Tree {
        private Tree left;
        private Tree right;
        private int value;

        static Tree of(int depth, int value) {
            Tree tree = new Tree();
            tree.value = value;
            if (depth > 0) {
                tree.left = of(depth - 1, value * 2);
                tree.right = of(depth - 1, value * 2 + 1);
            }
            return tree;
        }

        long sum() {
            return left == null ? value : value + left.sum() - right.sum();
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    private static final class Link {
        private int value;
        private Link next;

        /** Builds a list, turns it round in place, and sums it up. */
        static long turned(int seed) {
            Link head = null;
            for (int i = 0; i < LENGTH; i++) {
                Link link = new Link();
                link.value = seed + i;
                link.next = head;
                head = link;
            }
            Link back = null;
            while (head != null) {
                Link next = head.next;
                head.next = back;
                back = head;
                head = next;
            }
            long sum = 0;
            for (Link link = back; link != null; link = link.next) {
                sum = sum * 3 + link.value;
            }
            return sum;
        }
    }

    private static long triples(int seed) {
        int[] before = {seed, seed + 1, seed + 2};
        for (int i = 0; i < TRIPLES; i++) {
            int[] after = new int[3];
            after[0] = before[1] + i;
            after[1] = before[2] ^ before[0];
            after[2] = before[0] - 7;
            before = after;
        }
        return before[0] + before[1] * 31L + before[2];
    }
}
