package io.postrider.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;

/**
 * The responses on a connection that its peer has not read yet.
 *
 * <p>A peer that pipelines requests and reads no responses would fill the memory, so its next
 * request waits until the earlier responses are sent. The channel decides, because the response's
 * own write queue does not count responses that are written whole.
 *
 * <p>Belongs to the connection's event loop.
 */
final class UnreadResponses {

  private final Channel channel;
  private boolean marked;
  private long markedMillis;

  private UnreadResponses(Channel channel) {
    this.channel = channel;
  }

  static UnreadResponses of(HttpConnection connection) {
    return new UnreadResponses(((VertxConnection) connection).channel());
  }

  /** Whether no further response should be added. */
  boolean areMany() {
    return !channel.isWritable();
  }

  /** Runs a task once all of them are sent; never if the connection closes first. */
  void whenRead(Runnable task) {
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                task.run();
              }
            });
  }

  /**
   * How long the oldest of them has been seen to wait. Each call that finds unsent bytes marks
   * their end with an empty write; the mark is passed when they are sent, whatever is written after
   * it.
   */
  long blockedMillis(long nowMillis) {
    if (marked) {
      return nowMillis - markedMillis;
    }
    if (isAnyUnsent()) {
      marked = true;
      markedMillis = nowMillis;
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(passed -> marked = false);
    }
    return 0;
  }

  /**
   * Closes the connection now, and resets it if responses are unsent. Vert.x would wait until they
   * are sent, which never ends if the peer does not read.
   */
  void closeNow() {
    if (isAnyUnsent()) {
      boolean _ = channel.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    var _ = channel.pipeline().firstContext().close();
  }

  private boolean isAnyUnsent() {
    ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    return unsent != null && unsent.totalPendingWriteBytes() > 0;
  }
}
