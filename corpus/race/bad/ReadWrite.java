// A thread reads a field while the thread that started it writes it.
//@ mechanism thread basics: start of a thread

public class ReadWrite {
    static class Box {
        int value;
        int copy;
    }

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread reader = new Thread(() -> {
            box.copy = box.value; //~ race Box.value
        });
        reader.start();
        box.value = 1; //~ race Box.value
        reader.join();
        System.out.println(box.copy == 0 || box.copy == 1);
    }
}
