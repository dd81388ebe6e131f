// A volatile array: the reference is volatile, the elements are not.
//@ mechanism memory modes: volatile reference to plain contents

public class VolatileArrayElements {
    static volatile boolean[] done = new boolean[2]; //~ array done

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            done[1] = true; //~ race done[1]
        });
        t.start();
        boolean seen = done[1]; //~ race done[1]
        t.join();
        System.out.println(seen || !seen);
    }
}
