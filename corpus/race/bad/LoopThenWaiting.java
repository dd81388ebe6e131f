// A thread fills an array and then waits for ever, for a plain field that no thread sets.
//@ mechanism thread basics: fields in loops

public class LoopThenWaiting {
    boolean stop;
    int turns;

    void work(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i; //~ race a
        }
        while (!stop) {
            turns++; //~ race LoopThenWaiting.turns
        }
    }

    public static void main(String[] args) {
        int[] a = new int[100]; //~ array a
        LoopThenWaiting w = new LoopThenWaiting();
        Thread t = new Thread(() -> w.work(a));
        t.setDaemon(true);
        t.start();
        while (w.turns == 0) { //~ race LoopThenWaiting.turns
            Thread.onSpinWait();
        }
        System.out.println(a[50] > 0); //~ race a
    }
}
