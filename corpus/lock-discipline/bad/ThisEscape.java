// A constructor lets `this` escape to a thread that is there already. The list of listeners has a lock, which
// orders this run; the field has none.
// After figure 10 of the paper on RACER. Eraser takes the write for initialisation and is silent.
//@ mechanism lock discipline: programs of the paper

import java.util.ArrayList;
import java.util.List;

public class ThisEscape {
    interface Listener {
        void onEvent(int event);
    }

    /** Sends one event to the first listener that registers. */
    static class Source extends Thread {
        private final List<Listener> listeners = new ArrayList<>();

        synchronized void register(Listener listener) {
            listeners.add(listener);
            notifyAll();
        }

        synchronized Listener first() throws InterruptedException {
            while (listeners.isEmpty()) {
                wait();
            }
            return listeners.get(0);
        }

        @Override
        public void run() {
            try {
                first().onEvent(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    int limit;

    ThisEscape(Source source) {
        limit = 42; //~ unprotected ThisEscape.limit
        source.register(new Listener() {
            @Override
            public void onEvent(int event) {
                handle(event);
            }
        });
    }

    void handle(int event) {
        if (event > limit) { //~ unprotected ThisEscape.limit
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Source source = new Source();
        source.start();
        new ThisEscape(source);
        source.join();
    }
}
