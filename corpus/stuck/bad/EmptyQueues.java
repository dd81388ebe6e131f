// Each thread waits for what the other would send only afterwards.
//@ mechanism stuck programs: queues

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class EmptyQueues {
    static final BlockingQueue<String> questions = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                String question = questions.take(); //~ waits all
                answers.put(question + "!");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        String answer = answers.take(); //~ waits all
        questions.put(answer + "?");
    }
}
