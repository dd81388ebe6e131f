// The plain and opaque modes of atomics order nothing, whichever side uses them.
//@ mechanism memory modes: Atomic plain, opaque, acquire and release modes

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

public class AtomicRelaxed {
    static final AtomicInteger plainSet = new AtomicInteger();
    static final AtomicInteger plainGet = new AtomicInteger();
    static final AtomicLong opaqueSet = new AtomicLong();
    static final AtomicReference<String> opaqueGet = new AtomicReference<>();
    static final AtomicBoolean weak = new AtomicBoolean();
    static int a;
    static int b;
    static int c;
    static int d;
    static int e;

    static void publish() {
        a = 1; //~ race AtomicRelaxed.a
        plainSet.setPlain(1);
        b = 1; //~ race AtomicRelaxed.b
        plainGet.set(1);
        c = 1; //~ race AtomicRelaxed.c
        opaqueSet.setOpaque(1);
        d = 1; //~ race AtomicRelaxed.d
        opaqueGet.setRelease("set");
        e = 1; //~ race AtomicRelaxed.e
        while (!weak.weakCompareAndSetPlain(weak.getPlain(), true)) {
            Thread.onSpinWait();
        }
    }

    static long look() {
        long seen = plainSet.get();
        seen += a; //~ race AtomicRelaxed.a
        seen += plainGet.getPlain();
        seen += b; //~ race AtomicRelaxed.b
        seen += opaqueSet.getAcquire();
        seen += c; //~ race AtomicRelaxed.c
        seen += opaqueGet.getOpaque() == null ? 0 : 1;
        seen += d; //~ race AtomicRelaxed.d
        seen += weak.get() ? 1 : 0;
        return seen + e; //~ race AtomicRelaxed.e
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish();
        look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long seen = look();
        end.release();
        t.join();
        System.out.println(seen <= 10);
    }
}
