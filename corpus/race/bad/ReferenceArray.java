// An element of an array of references.
//@ mechanism thread basics: array elements

public class ReferenceArray {
    public static void main(String[] args) throws InterruptedException {
        String[] names = new String[2]; //~ array names
        Thread t = new Thread(() -> {
            names[1] = "late"; //~ race names[1]
        });
        t.start();
        boolean seen = names[1] != null; //~ race names[1]
        t.join();
        System.out.println(seen || !seen);
    }
}
