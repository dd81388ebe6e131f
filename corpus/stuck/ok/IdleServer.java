// A server idles in accept until a client, which waits for a timer, connects.
//@ mechanism stuck programs: input and output

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class IdleServer {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread client = new Thread(() -> {
                try {
                    Thread.sleep(1500);
                    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                        socket.getOutputStream().write(7);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            int read;
            try (Socket socket = server.accept()) {
                read = socket.getInputStream().read();
            }
            client.join();
            if (read != 7) {
                throw new AssertionError(read);
            }
        }
    }
}
