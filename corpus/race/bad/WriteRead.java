// A thread writes a field while the thread that started it reads it.
//@ mechanism thread basics: start of a thread

public class WriteRead {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread writer = new Thread(() -> {
            box.value = 1; //~ race Box.value
        });
        writer.start();
        int seen = box.value; //~ race Box.value
        writer.join();
        System.out.println(seen == 0 || seen == 1);
    }
}
