// The old synchronized collections hand over what was written before.
//@ mechanism collections: Vector, Stack and Hashtable

import java.util.Hashtable;
import java.util.Stack;
import java.util.Vector;

public class VectorAndHashtable {
    public static void main(String[] args) throws InterruptedException {
        Vector<int[]> vector = new Vector<>();
        Hashtable<String, int[]> table = new Hashtable<>();
        Stack<int[]> stack = new Stack<>();
        Thread t = new Thread(() -> {
            vector.add(new int[] {1});
            table.put("key", new int[] {2});
            stack.push(new int[] {3});
        });
        t.start();
        while (stack.isEmpty()) {
            Thread.onSpinWait();
        }
        int sum = vector.get(0)[0] + table.get("key")[0] + stack.pop()[0];
        t.join();
        if (sum != 6) {
            throw new AssertionError(sum);
        }
    }
}
