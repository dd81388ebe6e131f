//@ maven org.eclipse.jetty:jetty-server:12.0.16
//@ maven org.slf4j:slf4j-nop:2.0.16

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty on the loopback interface: eight clients get pages and post texts, which come back as they were. */
final class WebServer {
    private static final int CLIENTS = 8;
    private static final int REQUESTS = 250;

    public static void main(String[] args) throws Exception {
        Pages pages = new Pages();
        Server server = new Server(new QueuedThreadPool(16));
        ServerConnector connector = new ServerConnector(server);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(pages);
        server.start();
        try {
            String base = "http://" + connector.getHost() + ":" + connector.getLocalPort();
            Load.threads(CLIENTS, number -> client(base, number));
        } finally {
            server.stop();
        }
        server.join();
        Load.same(CLIENTS * REQUESTS, pages.served.get(), "requests served");
        System.out.println("WebServer: " + pages.served + " requests answered");
    }

    private static void client(String base, int number) throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            String text = "client " + number + " request " + i + " " + "x".repeat(i * 7);
            boolean post = i % 2 == 0;
            URL url = URI.create(base + (post ? "/echo" : "/page/" + number + "/" + i)).toURL();
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            if (post) {
                connection.setDoOutput(true);
                connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            }
            Load.same(200, connection.getResponseCode(), "status");
            try (InputStream body = connection.getInputStream()) {
                String answer = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                Load.same(post ? text : "this is /page/" + number + "/" + i, answer, "body");
            }
        }
    }

    private static final class Pages extends Handler.Abstract {
        final AtomicInteger served = new AtomicInteger();

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = request.getHttpURI().getPath();
            response.getHeaders().put("Content-Type", "text/plain; charset=utf-8");
            String answer = path.equals("/echo") ? Content.Source.asString(request) : "this is " + path;
            served.incrementAndGet();
            response.write(true, ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
    }
}
