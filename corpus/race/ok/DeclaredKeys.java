// Static methods that hand an object over in a way that Raddle cannot see; it is an argument on one side and
// the result on the other.
//@ mechanism declared: --happens-before rules
//@ options --happens-before=DeclaredKeys.put(arg1)->DeclaredKeys.get(return)

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DeclaredKeys {
    static class Job {
        int input;
        long output;
    }

    static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Job[].class);
    static final Job[] slots = new Job[2];

    static void put(long slot, Job job) {
        SLOTS.setOpaque(slots, (int) slot, job);
    }

    static Job get(long slot) {
        while (true) {
            Job job = (Job) SLOTS.getOpaque(slots, (int) slot);
            if (job != null) {
                return job;
            }
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under the JDK's own locks: not while there are two threads.
        put(0, new Job());
        get(0);
        put(0, null);
        Thread worker = new Thread(() -> {
            Job job = get(0);
            job.output = 2L * job.input;
            put(1, job);
        });
        worker.start();
        Job job = new Job();
        job.input = 21;
        put(0, job);
        System.out.println(get(1).output);
        worker.join();
    }
}
