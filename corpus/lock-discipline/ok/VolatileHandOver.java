// An object is filled and then published by a volatile field; the thread that sees it there has it alone.
//@ mechanism lock discipline: hand-over beyond the paper

public class VolatileHandOver {
    static class Message {
        int number;
    }

    static volatile Message box;

    public static void main(String[] args) throws InterruptedException {
        Thread receiver = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                Message message;
                while ((message = box) == null) {
                    Thread.onSpinWait();
                }
                message.number++;
                if (message.number != i + 1) {
                    throw new AssertionError(message.number);
                }
                box = null;
            }
        });
        receiver.start();
        for (int i = 0; i < 50; i++) {
            Message message = new Message();
            message.number = i;
            box = message;
            while (box != null) {
                Thread.onSpinWait();
            }
            if (message.number != i + 1) {
                throw new AssertionError(message.number);
            }
        }
        receiver.join();
    }
}
