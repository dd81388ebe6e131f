// A field of the outer object, accessed by an inner class.
//@ mechanism bulk and indirect: inner classes and the outer object's fields

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
