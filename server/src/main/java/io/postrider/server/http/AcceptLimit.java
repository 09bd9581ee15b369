package io.postrider.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;

/**
 * Stops accepting while too many accepted connections are open, so that a burst does not use up the
 * descriptors of the process before the event loops close what is too much. Clients wait in the
 * backlog meanwhile.
 *
 * <p>A handler of the listening channel; belongs to its event loop.
 */
final class AcceptLimit extends ChannelInboundHandlerAdapter {

  /** How many connections may be open beyond the limit, because they are about to be closed. */
  static final int CLOSING = 16;

  private final Channel listening;
  private final int max;
  private int open;

  private AcceptLimit(Channel listening, int max) {
    this.listening = listening;
    this.max = max + CLOSING;
  }

  /**
   * Limits the channel that accepted a connection, once. The listening channel is out of reach
   * before its first connection.
   */
  static void install(HttpConnection connection, int max) {
    Channel accepted = ((VertxConnection) connection).channel();
    Channel listening = accepted.parent();
    if (listening.pipeline().get(AcceptLimit.class) == null) {
      listening.eventLoop().execute(() -> install(listening, accepted, max));
    }
  }

  private static void install(Channel listening, Channel accepted, int max) {
    if (listening.pipeline().get(AcceptLimit.class) == null) {
      AcceptLimit limit = new AcceptLimit(listening, max);
      listening.pipeline().addFirst(limit);
      limit.opened(accepted);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    opened((Channel) accepted);
    context.fireChannelRead(accepted);
  }

  private void opened(Channel accepted) {
    open++;
    if (open >= max) {
      listening.config().setAutoRead(false);
    }
    accepted.closeFuture().addListener(closed -> listening.eventLoop().execute(this::closed));
  }

  private void closed() {
    open--;
    if (open < max && listening.isOpen() && !listening.config().isAutoRead()) {
      listening.config().setAutoRead(true);
    }
  }
}
