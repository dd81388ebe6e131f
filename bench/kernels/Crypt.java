/**
 * A block cipher in the manner of IDEA, forth and back over a byte array that the members share block by
 * block. Byte arrays, small int arrays, integer arithmetic, several times over. No races.
 */
final class Crypt extends Kernel {
    private static final int ROUNDS = 8;
    private static final int KEYS = 6 * ROUNDS + 4;
    private static final int BLOCK = 8;
    private static final int PASSES = 6;

    public static void main(String[] args) {
        new Crypt().run(args, 400_000, 0x8159454d7e376365L);
    }

    @Override
    int small() {
        return 100;
    }

    /** {@code size} is the number of blocks. */
    @Override
    long compute(Team team, int size) {
        byte[] plain = new byte[size * BLOCK];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) mix(i);
        }
        byte[] secret = new byte[plain.length];
        byte[] again = new byte[plain.length];
        int[] keys = keys(mix(-1), mix(-2));
        team.run(new Pass(team, plain, secret, keys));
        team.run(new Pass(team, secret, again, inverse(keys)));

        long checksum = 0;
        for (int i = 0; i < plain.length; i++) {
            if (again[i] != plain[i]) {
                throw new IllegalStateException("byte " + i + " does not come back");
            }
            checksum = checksum * 31 + secret[i];
        }
        return checksum;
    }

    /** One direction. */
    private static final class Pass implements Team.Work {
        private final Team team;
        private final byte[] from;
        private final byte[] to;
        private final int[] keys;

        Pass(Team team, byte[] from, byte[] to, int[] keys) {
            this.team = team;
            this.from = from;
            this.to = to;
            this.keys = keys;
        }

        @Override
        public void share(int me) {
            int blocks = from.length / BLOCK;
            int end = team.first(me + 1, blocks) * BLOCK;
            for (int pass = 0; pass < PASSES; pass++) {
                for (int at = team.first(me, blocks) * BLOCK; at < end; at += BLOCK) {
                    block(at);
                }
            }
        }

        private void block(int at) {
            int a = word(at);
            int b = word(at + 2);
            int c = word(at + 4);
            int d = word(at + 6);
            int k = 0;
            for (int round = 0; round < ROUNDS; round++) {
                a = times(a, keys[k++]);
                b = b + keys[k++] & 0xffff;
                c = c + keys[k++] & 0xffff;
                d = times(d, keys[k++]);
                int p = times(a ^ c, keys[k++]);
                int q = times((b ^ d) + p & 0xffff, keys[k++]);
                p = p + q & 0xffff;
                int oldB = b;
                a ^= q;
                b = c ^ q;
                c = oldB ^ p;
                d ^= p;
            }
            put(at, times(a, keys[k++]));
            put(at + 2, c + keys[k++] & 0xffff);
            put(at + 4, b + keys[k++] & 0xffff);
            put(at + 6, times(d, keys[k]));
        }

        private int word(int at) {
            return (from[at] & 0xff) << 8 | from[at + 1] & 0xff;
        }

        private void put(int at, int word) {
            to[at] = (byte) (word >> 8);
            to[at + 1] = (byte) word;
        }
    }

    /** The product modulo 65537, where 0 stands for 65536. */
    private static int times(int a, int b) {
        if (a == 0) {
            return 1 - b & 0xffff;
        }
        if (b == 0) {
            return 1 - a & 0xffff;
        }
        int product = a * b;
        int low = product & 0xffff;
        int high = product >>> 16;
        return low - high + (low < high ? 1 : 0) & 0xffff;
    }

    /** The user's 128 bits, eight words at a time, turned left by 25 bits after each eight. */
    private static int[] keys(long high, long low) {
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            long half = i % 8 < 4 ? high : low;
            keys[i] = (int) (half >>> 48 - 16 * (i % 4)) & 0xffff;
            if (i % 8 == 7) {
                long turned = high << 25 | low >>> 39;
                low = low << 25 | high >>> 39;
                high = turned;
            }
        }
        return keys;
    }

    private static int[] inverse(int[] keys) {
        int[] inverse = new int[KEYS];
        for (int round = 0; round <= ROUNDS; round++) {
            int to = 6 * round;
            int from = 6 * (ROUNDS - round);
            boolean outer = round == 0 || round == ROUNDS;
            inverse[to] = reciprocal(keys[from]);
            inverse[to + 1] = -keys[from + (outer ? 1 : 2)] & 0xffff;
            inverse[to + 2] = -keys[from + (outer ? 2 : 1)] & 0xffff;
            inverse[to + 3] = reciprocal(keys[from + 3]);
            if (round < ROUNDS) {
                inverse[to + 4] = keys[from - 2];
                inverse[to + 5] = keys[from - 1];
            }
        }
        return inverse;
    }

    /** By Fermat: the power 65535 = 0b1111111111111111. */
    private static int reciprocal(int a) {
        int power = 1;
        for (int bit = 0; bit < 16; bit++) {
            power = times(times(power, power), a);
        }
        return power;
    }
}
