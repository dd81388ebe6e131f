// Workers wait for tasks, and the only thread that brings some is inside accept, waiting for the outside world:
// here a process of its own.
//@ mechanism stuck programs: input and output

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class ServersAndWorkers {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> requests = new ArrayBlockingQueue<>(1);
        int[] sum = new int[1];
        Thread worker = new Thread(() -> {
            try {
                sum[0] += requests.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        worker.start();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String script = "sleep 1.5; exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort() + "; echo x >&3";
            Process client = new ProcessBuilder("bash", "-c", script).inheritIO().start();
            try (Socket socket = server.accept()) {
                requests.put(socket.getInputStream().read());
            }
            client.waitFor();
        }
        worker.join();
        if (sum[0] != 'x') {
            throw new AssertionError(sum[0]);
        }
    }
}
