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
 * The receiver's program: answers and counts every POST as cheaply as it can, except those to
 * {@code /hang…}, which it never answers.
 *
 * <p>The one argument is the port. Obeys lines of input ({@code reset}, {@code watch}, {@code await
 * COUNT MILLIS}, {@code latency START INTERVAL}) with one line of JSON each, and ends with it.
 */
public final class Receiver {
  private static final ByteBuf ANSWER =
      Unpooled.unreleasableBuffer(
          Unpooled.directBuffer()
              .writeBytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII)));

  private Receiver() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    ArrivalLog arrivals = new ArrivalLog();
    listen(Integer.parseInt(args[0]), arrivals);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(obey(List.of(line.split(" ", -1)), arrivals));
    }
    System.exit(0);
  }

  private static ObjectNode obey(List<String> words, ArrivalLog arrivals)
      throws InterruptedException {
    return switch (words.getFirst()) {
      case "reset" -> arrivals.reset(false);
      case "watch" -> arrivals.reset(true);
      case "await" -> arrivals.await(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
      case "latency" ->
          arrivals.latency(Long.parseLong(words.get(1)), Double.parseDouble(words.get(2)));
      default -> throw new IllegalArgumentException(words.getFirst());
    };
  }

  private static void listen(int port, ArrivalLog arrivals) throws InterruptedException {
    new ServerBootstrap()
        .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
        .channel(EpollServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, 4096)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new Exchange(arrivals));
              }
            })
        .bind("127.0.0.1", port)
        .sync();
  }

  /** One connection. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the connection
  private static final class Exchange extends ChannelInboundHandlerAdapter {
    private final ArrivalLog arrivals;
    private final RequestReader reader = new RequestReader();
    private ByteBuf left = Unpooled.EMPTY_BUFFER;

    Exchange(ArrivalLog arrivals) {
      this.arrivals = arrivals;
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
          arrivals.add(arrivals.isWatching() ? reader.counter(in) : -1, System.nanoTime());
          context.write(ANSWER.duplicate(), context.voidPromise());
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
