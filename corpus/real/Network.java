//@ maven io.netty:netty-codec-http:4.1.115.Final

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Netty at both ends of the loopback interface: eight threads send requests and wait for the echo. */
final class Network {
    private static final int CLIENTS = 8;
    private static final int REQUESTS = 400;
    private static final int LARGEST = 1 << 20;

    public static void main(String[] args) throws Exception {
        EventLoopGroup loops = new NioEventLoopGroup(4);
        try {
            ServerBootstrap server =
                    new ServerBootstrap()
                            .group(loops)
                            .channel(NioServerSocketChannel.class)
                            .childHandler(
                                    pipeline(
                                            channel -> {
                                                channel.pipeline().addLast(new HttpServerCodec());
                                                channel.pipeline().addLast(new HttpObjectAggregator(LARGEST));
                                                channel.pipeline().addLast(new Echo());
                                            }));
            Channel listening = server.bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
            InetSocketAddress address = (InetSocketAddress) listening.localAddress();
            Load.threads(CLIENTS, number -> client(loops, address, number));
            listening.close().sync();
        } finally {
            loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
        System.out.println("Network: " + CLIENTS * REQUESTS + " echoes");
    }

    private static void client(EventLoopGroup loops, InetSocketAddress address, int number) throws Exception {
        BlockingQueue<String> answers = new ArrayBlockingQueue<>(8);
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(loops)
                        .channel(NioSocketChannel.class)
                        .handler(
                                pipeline(
                                        channel -> {
                                            channel.pipeline().addLast(new HttpClientCodec());
                                            channel.pipeline().addLast(new HttpObjectAggregator(LARGEST));
                                            channel.pipeline().addLast(new Listen(answers));
                                        }));
        Channel channel = bootstrap.connect(address).sync().channel();
        for (int i = 0; i < REQUESTS; i++) {
            String text = "client " + number + " request " + i + " " + "x".repeat(i * 7);
            var body = channel.alloc().buffer().writeBytes(text.getBytes(StandardCharsets.UTF_8));
            var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/echo", body);
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            channel.writeAndFlush(request);
            Load.same(text, String.valueOf(answers.poll(100, TimeUnit.SECONDS)), "the echo");
        }
        channel.close().sync();
    }

    private interface Setup {
        void of(SocketChannel channel);
    }

    private static ChannelInitializer<SocketChannel> pipeline(Setup setup) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                setup.of(channel);
            }
        };
    }

    private static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            var body = Unpooled.copiedBuffer(request.content());
            var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            context.writeAndFlush(response);
        }
    }

    private static final class Listen extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final BlockingQueue<String> answers;

        Listen(BlockingQueue<String> answers) {
            this.answers = answers;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            answers.add(response.content().toString(StandardCharsets.UTF_8));
        }
    }
}
