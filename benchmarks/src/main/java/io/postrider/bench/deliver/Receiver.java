package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;

/**
 * The receiver process: responds to every POST with as little work as possible and counts it. It
 * never responds to {@code /hang…}.
 *
 * <p>The argument is the port. Executes lines of input ({@code reset}, {@code record}, {@code await
 * COUNT MILLIS}, {@code latency START INTERVAL}, {@code late START INTERVAL NANOS FROM}), responds
 * to each with one line of JSON, and ends with its input.
 */
public final class Receiver {
  private static final ByteBuf RESPONSE =
      Unpooled.unreleasableBuffer(
          Unpooled.directBuffer()
              .writeBytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII)));

  private Receiver() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    RequestLog log = new RequestLog();
    listen(Integer.parseInt(args[0]), log);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(execute(List.of(line.split(" ", -1)), log));
    }
    System.exit(0);
  }

  private static ObjectNode execute(List<String> words, RequestLog log)
      throws InterruptedException {
    return switch (words.getFirst()) {
      case "reset" -> log.reset(false);
      case "record" -> log.reset(true);
      case "await" -> log.await(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
      case "latency" -> log.latency(Long.parseLong(words.get(1)), Double.parseDouble(words.get(2)));
      case "late" ->
          log.late(
              Long.parseLong(words.get(1)),
              Double.parseDouble(words.get(2)),
              Long.parseLong(words.get(3)),
              Long.parseLong(words.get(4)));
      default -> throw new IllegalArgumentException(words.getFirst());
    };
  }

  private static void listen(int port, RequestLog log) throws InterruptedException {
    new ServerBootstrap()
        .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
        .channel(EpollServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, 4096)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new Handler(log));
              }
            })
        .bind("127.0.0.1", port)
        .sync();
  }

  /** One connection. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the connection
  private static final class Handler extends ChannelInboundHandlerAdapter {
    private final RequestLog log;
    private final RequestReader reader = new RequestReader();
    private ByteBuf left = Unpooled.EMPTY_BUFFER;

    Handler(RequestLog log) {
      this.log = log;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf in = (ByteBuf) message;
      if (left.isReadable()) {
        ByteBuf joined = context.alloc().buffer(left.readableBytes() + in.readableBytes());
        joined.writeBytes(left).writeBytes(in);
        left.release();
        in.release();
        in = joined;
      }
      while (reader.next(in)) {
        if (!reader.hangs(in)) {
          log.add(log.isRecording() ? reader.counter(in) : -1, System.nanoTime());
          context.write(RESPONSE.duplicate(), context.voidPromise());
        }
      }
      if (in.isReadable()) {
        left = in;
      } else {
        left = Unpooled.EMPTY_BUFFER;
        in.release();
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
