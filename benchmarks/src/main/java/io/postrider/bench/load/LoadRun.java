package io.postrider.bench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollSocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One run: connects, sends for the planned time, waits for outstanding responses, and sums up. */
final class LoadRun {
  private static final int DRAIN_SECONDS = 30;

  private final LoadPlan plan;
  private final EventLoopGroup loops;
  private final CountDownLatch open;
  private final List<LoopState> states = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();

  LoadRun(LoadPlan plan, EventLoopGroup loops) {
    this.plan = plan;
    this.loops = loops;
    this.open = new CountDownLatch(plan.connections());
  }

  LoadResult run() throws InterruptedException {
    byte[] runId = new byte[6];
    new SecureRandom().nextBytes(runId);
    String hex = HexFormat.of().formatHex(runId);
    for (int i = 0; i < plan.loops(); i++) {
      String idPrefix = "%s-%s-4000-%04x-".formatted(hex.substring(0, 8), hex.substring(8), i);
      states.add(new LoopState(loops.next(), idPrefix, open));
    }
    for (int i = 0; i < plan.connections(); i++) {
      connections.add(connect(states.get(i % states.size()), i));
    }
    long start = System.nanoTime();
    long end = start + plan.duration().toNanos();
    states.forEach(state -> state.loop.execute(() -> start(state, start, end)));
    long timeout = plan.duration().toSeconds() + DRAIN_SECONDS;
    if (!open.await(timeout, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d connections still wait for a response %d s after the end"
              .formatted(open.getCount(), DRAIN_SECONDS));
    }
    return LoadResult.of(plan, states, start);
  }

  private void start(LoopState state, long start, long end) {
    state.start(pace(state.loop, start, end), end);
    for (Connection connection : connections) {
      if (connection.state() == state) {
        state.free(connection, System.nanoTime());
      }
    }
  }

  private Pacing pace(EventLoop loop, long start, long end) {
    return plan.rate() == 0
        ? new ClosedLoop(end)
        : new OpenLoop(loop, start, end, (double) plan.rate() / plan.loops());
  }

  private Connection connect(LoopState state, int number) throws InterruptedException {
    Connection connection = new Connection(state, RequestTemplate.of(plan, state.idPrefix, number));
    new Bootstrap()
        .group(state.loop)
        .channel(EpollSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(1024))
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(connection);
              }
            })
        .connect("127.0.0.1", plan.port())
        .sync();
    return connection;
  }
}
