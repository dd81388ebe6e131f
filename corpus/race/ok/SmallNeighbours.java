// Fields and array elements of the small types, each used by one thread. Neighbours in memory are variables apart.
//@ mechanism thread basics: fields of every type
//@ mechanism thread basics: array elements

public class SmallNeighbours {
    byte mine;
    byte yours;
    boolean myFlag;
    boolean yourFlag;
    char myChar;
    short yourShort;

    public static void main(String[] args) throws InterruptedException {
        SmallNeighbours it = new SmallNeighbours();
        byte[] bytes = new byte[2];
        boolean[] flags = new boolean[2];
        Thread t = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                it.yours++;
                it.yourFlag = !it.yourFlag;
                it.yourShort++;
                bytes[1]++;
                flags[1] = !flags[1];
            }
        });
        t.start();
        for (int i = 0; i < 100; i++) {
            it.mine++;
            it.myFlag = !it.myFlag;
            it.myChar++;
            bytes[0]++;
            flags[0] = !flags[0];
        }
        t.join();
        if (it.mine + it.yours + bytes[0] + bytes[1] != 400 || it.myChar + it.yourShort != 200) {
            throw new AssertionError();
        }
    }
}
