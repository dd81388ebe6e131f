// A field of the outer object, accessed by an inner class.

public class InnerClass {
    private int hits;

    class Visitor extends Thread {
        @Override
        public void run() {
            hits++; //~ race InnerClass.hits
        }
    }

    public static void main(String[] args) throws InterruptedException {
        InnerClass site = new InnerClass();
        Visitor visitor = site.new Visitor();
        visitor.start();
        site.hits++; //~ race InnerClass.hits
        visitor.join();
    }
}
