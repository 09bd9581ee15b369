package io.postrider.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;

/**
 * What has been answered on a connection and its peer has not taken yet.
 *
 * <p>A peer that sends request upon request and reads no answer would fill the memory with answers,
 * so its next request waits until the earlier answers are gone. The channel itself is asked because
 * the response's own write queue does not count answers that are written whole.
 *
 * <p>Belongs to the connection's event loop.
 */
final class UnreadResponses {

  private final Channel channel;

  private UnreadResponses(Channel channel) {
    this.channel = channel;
  }

  static UnreadResponses of(HttpConnection connection) {
    return new UnreadResponses(((VertxConnection) connection).channel());
  }

  /** Whether there are so many that nothing should be added. */
  boolean areMany() {
    return !channel.isWritable();
  }

  /** Runs a task once all of them have been taken; never if the peer goes away before. */
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
}
