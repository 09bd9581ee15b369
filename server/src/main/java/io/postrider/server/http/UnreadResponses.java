package io.postrider.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
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
}
