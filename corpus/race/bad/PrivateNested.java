// The outer class accesses a private field of a nested one.
//@ mechanism thread basics: fields of every kind of class

public class PrivateNested {
    private static class Node {
        private int weight;

        private void grow() {
            weight++; //~ race Node.weight
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node node = new Node();
        Thread t = new Thread(node::grow);
        t.start();
        node.weight = 7; //~ race Node.weight
        t.join();
    }
}
