// A synchronized method locks the object, a static synchronized method locks the class.
//@ mechanism thread basics: synchronized methods

public class InstanceAndStaticMonitor {
    static int count;

    synchronized void increment() {
        count++; //~ race InstanceAndStaticMonitor.count
    }

    static synchronized void decrement() {
        count--; //~ race InstanceAndStaticMonitor.count
    }

    public static void main(String[] args) throws InterruptedException {
        InstanceAndStaticMonitor it = new InstanceAndStaticMonitor();
        Thread t = new Thread(it::increment);
        t.start();
        decrement();
        t.join();
    }
}
