package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeferredFlushesTest {

  private final DeferredFlushes flushes = new DeferredFlushes();
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  @AfterEach
  void close() {
    channels.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  @Test
  void requests_leaveAfterTheResponsesThatWereReceived() {
    List<Integer> sentBefore = new ArrayList<>();
    EmbeddedChannel channel = channel();
    channel.pipeline().addLast(new Answering(() -> sentBefore.add(sent(channel))));

    channel.writeInbound("response 1", "response 2");

    assertThat(sentBefore).containsExactly(0, 0);
    assertThat(sent(channel)).isEqualTo(2);
  }

  @Test
  void connection_isFlushedOnceForSeveralWrites() {
    CountingFlushes counting = new CountingFlushes();
    EmbeddedChannel channel = channel();
    channel.pipeline().addFirst(counting);
    channel.pipeline().addLast(new Answering(() -> {}));

    channel.writeInbound("response 1", "response 2");
    assertThat(counting.flushes).isOne();

    channel.writeInbound("response 3");
    assertThat(counting.flushes).isEqualTo(2);
    assertThat(sent(channel)).isEqualTo(3);
  }

  @Test
  void thirtySecondConnection_flushesAll() {
    List<EmbeddedChannel> others = new ArrayList<>();
    for (int i = 1; i < DeferredFlushes.MOST; i++) {
      others.add(channel());
      writeWithoutTasks(others.getLast());
    }
    assertThat(others).allSatisfy(other -> assertThat(sent(other)).isZero());

    EmbeddedChannel last = channel();
    writeWithoutTasks(last);

    assertThat(others).allSatisfy(other -> assertThat(sent(other)).isOne());
    assertThat(sent(last)).isOne();
  }

  @Test
  void writeThatFollowsFromFailedOne_isSentToo() {
    EmbeddedChannel closed = channel();
    EmbeddedChannel next = channel();
    var _ =
        lastContext(closed).writeAndFlush("request").addListener(failed -> writeWithoutTasks(next));
    var _ = lastContext(closed).close();

    closed.runPendingTasks();
    next.runPendingTasks();

    assertThat(sent(closed)).isZero();
    assertThat(sent(next)).isOne();
  }

  private EmbeddedChannel channel() {
    EmbeddedChannel channel = new EmbeddedChannel();
    flushes.install(channel.pipeline());
    channel.pipeline().addLast("last", new ChannelInboundHandlerAdapter());
    channels.add(channel);
    return channel;
  }

  /** Writes like code of the loop: unlike the channel's own methods, runs no tasks. */
  private static void writeWithoutTasks(EmbeddedChannel channel) {
    var _ = lastContext(channel).writeAndFlush("request");
  }

  private static ChannelHandlerContext lastContext(EmbeddedChannel channel) {
    return channel.pipeline().context("last");
  }

  private static int sent(EmbeddedChannel channel) {
    return channel.outboundMessages().size();
  }

  /** Writes a request for each response. */
  private static final class Answering extends ChannelInboundHandlerAdapter {

    private final Runnable written;

    Answering(Runnable written) {
      this.written = written;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object response) {
      var _ = context.writeAndFlush("request");
      written.run();
    }
  }

  private static final class CountingFlushes extends ChannelOutboundHandlerAdapter {

    private int flushes;

    @Override
    public void flush(ChannelHandlerContext context) {
      flushes++;
      context.flush();
    }
  }
}
