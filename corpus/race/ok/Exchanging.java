// Two threads swap buffers through an Exchanger.
//@ mechanism java.util.concurrent: Exchanger

import java.util.concurrent.Exchanger;

public class Exchanging {
    static final Exchanger<int[]> exchanger = new Exchanger<>();

    static int work(int sign) {
        try {
            int[] buffer = new int[4];
            int sum = 0;
            for (int i = 0; i < 50; i++) {
                buffer[i % 4] = sign * i;
                buffer = exchanger.exchange(buffer);
                sum += buffer[i % 4];
            }
            return sum;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] result = new int[1];
        Thread t = new Thread(() -> {
            result[0] = work(-1);
        });
        t.start();
        int mine = work(1);
        t.join();
        if (mine != -1225 || result[0] != 1225) {
            throw new AssertionError(mine);
        }
    }
}
