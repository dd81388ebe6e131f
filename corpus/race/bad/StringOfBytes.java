// A String made of a shared byte array reads it.
//@ mechanism bulk and indirect: new String and String.valueOf over an array

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

public class StringOfBytes {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = {'a', 'b', 'c', 'd'}; //~ array bytes
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            bytes[1] = 'x'; //~ race bytes[1]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = new String(bytes, StandardCharsets.UTF_8); //~ race bytes[1]
        end.release();
        t.join();
        System.out.println(seen.length() == 4);
    }
}
