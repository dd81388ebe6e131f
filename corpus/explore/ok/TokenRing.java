// Who has the token may count, and passes it on when that is done.
//@ mechanism explore: token ring
//@ small

public class TokenRing {
    static final int NODES = 3;
    static int token;
    static volatile int count;

    static synchronized void await(int node) throws InterruptedException {
        while (token != node) {
            TokenRing.class.wait();
        }
    }

    static synchronized void pass() {
        token = (token + 1) % NODES;
        TokenRing.class.notifyAll();
    }

    static void run(int node) {
        try {
            await(node);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        count = count + 1;
        pass();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] nodes = new Thread[NODES];
        for (int i = 0; i < NODES; i++) {
            int node = i;
            nodes[i] = new Thread(() -> run(node));
            nodes[i].start();
        }
        for (Thread node : nodes) {
            node.join();
        }
        if (count != NODES) {
            throw new AssertionError("counted " + count);
        }
    }
}
