// Each method of the stack is atomic, but looking and popping are two: another thread takes the last element.
//@ mechanism explore: check, then pop
//@ finds uncaught-exception

import java.util.ArrayDeque;
import java.util.Deque;

public class CheckThenPop {
    static final Deque<String> stack = new ArrayDeque<>();

    static synchronized boolean isEmpty() {
        return stack.isEmpty();
    }

    static synchronized String pop() {
        return stack.pop();
    }

    static void popIfAny() {
        if (!isEmpty()) {
            pop();
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
