// Looks and pops in one step.
//@ mechanism explore: check, then pop
//@ small

import java.util.ArrayDeque;
import java.util.Deque;

public class CheckThenPop {
    static final Deque<String> stack = new ArrayDeque<>();

    static synchronized void popIfAny() {
        if (!stack.isEmpty()) {
            stack.pop();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        stack.push("only");
        Thread one = new Thread(CheckThenPop::popIfAny);
        Thread two = new Thread(CheckThenPop::popIfAny);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
