// The write is locked; the read of the result comes after the block.
//@ mechanism thread basics: synchronized blocks

public class OutsideTheBlock {
    static class Queue {
        private int size;

        int add() {
            synchronized (this) {
                size++; //~ race Queue.size
            }
            return size; //~ race Queue.size
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Queue queue = new Queue();
        Thread t = new Thread(queue::add);
        t.start();
        int seen = queue.add();
        t.join();
        System.out.println(seen == 1 || seen == 2);
    }
}
