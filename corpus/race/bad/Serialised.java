// An object is written to a stream while another thread writes its field.
//@ mechanism bulk and indirect: serialisation

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.Semaphore;

public class Serialised {
    static class Bean implements Serializable {
        int value;

        byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(this); //~ race Bean.value
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return bytes.toByteArray();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bean bean = new Bean();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        new Bean().bytes();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            bean.value = 1; //~ race Bean.value
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int length = bean.bytes().length;
        end.release();
        t.join();
        System.out.println(length > 0);
    }
}
