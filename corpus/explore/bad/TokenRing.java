// Who has the token may count. It is passed on before that is done, so two count at the same time.
//@ mechanism explore: token ring
//@ finds uncaught-exception

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
        pass();
        count = count + 1;
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
