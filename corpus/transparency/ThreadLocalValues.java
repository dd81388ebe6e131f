// Thread locals, inherited ones, and the names, groups and priorities of threads.

public class ThreadLocalValues {
    static final ThreadLocal<StringBuilder> own = ThreadLocal.withInitial(StringBuilder::new);
    static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + ">child";
        }
    };

    static String describe() {
        Thread t = Thread.currentThread();
        own.get().append(t.getName());
        return own.get() + " " + inherited.get() + " " + t.getPriority() + " " + t.isDaemon() + " "
                + t.getThreadGroup().getName() + " " + t.getState();
    }

    public static void main(String[] args) throws InterruptedException {
        inherited.set("main");
        System.out.println(describe());
        Thread t = new Thread(new ThreadGroup("workers"), () -> {
            System.out.println(describe());
            own.remove();
            System.out.println(describe());
        }, "worker");
        t.setPriority(7);
        System.out.println(t.getState() + " " + t.isAlive());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive());
        System.out.println(describe());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
    }
}
