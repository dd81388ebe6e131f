// Loops write fields of one object in turns, or under a lock; one that a loop only might write is another's.
//@ mechanism thread basics: fields in loops

public class FieldsOfLoopsInOrder {
    static volatile int turn;

    long inTurns;
    long guarded;
    int mine;
    int yours;

    void inTurns(int me) {
        for (int round = me; round < 20; round += 2) {
            while (turn != round) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 30; i++) {
                inTurns += i;
            }
            turn++;
        }
    }

    void guarded() {
        for (int round = 0; round < 20; round++) {
            synchronized (this) {
                for (int i = 0; i < 30; i++) {
                    guarded -= i;
                }
            }
        }
    }

    void separate(boolean first) {
        for (int i = 0; i < 100; i++) {
            if (first) {
                mine += i;
            } else {
                yours += i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FieldsOfLoopsInOrder f = new FieldsOfLoopsInOrder();
        Thread t = new Thread(() -> {
            f.separate(true);
            f.inTurns(1);
            f.guarded();
        });
        t.start();
        f.separate(false);
        f.inTurns(0);
        f.guarded();
        t.join();
        System.out.println(f.inTurns + f.guarded + f.mine + f.yours);
    }
}
