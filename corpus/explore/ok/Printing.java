// Two threads print.
//@ mechanism explore: standard output

public class Printing {
    static void print(String name) {
        for (int i = 0; i < 2; i++) {
            System.out.println(name + " " + i);
        }
        System.out.printf("%s ends%n", name);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> print("one"));
        Thread two = new Thread(() -> print("two"));
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
