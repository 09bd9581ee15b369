package io.postrider.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;
import java.util.function.BooleanSupplier;

/**
 * Stops accepting while too many accepted connections are open, so that a burst does not use up the
 * descriptors of the process before the event loops close what is too much. Clients wait in the
 * backlog meanwhile. While the server stops, closes what is accepted: no event loop takes it.
 *
 * <p>A handler of the listening channel; belongs to its event loop.
 */
final class AcceptLimit extends ChannelInboundHandlerAdapter {

  /** How many connections may be open beyond the limit, because they are about to be closed. */
  static final int CLOSING = 16;

  private final Channel listening;
  private final int max;
  private final BooleanSupplier stopping;
  private int open;

  AcceptLimit(Channel listening, int max, BooleanSupplier stopping) {
    this.listening = listening;
    this.max = max + CLOSING;
    this.stopping = stopping;
  }

  /**
   * Limits the channel that accepted a connection, once. The listening channel is out of reach
   * before its first connection.
   */
  static void install(HttpConnection connection, int max, BooleanSupplier stopping) {
    Channel accepted = ((VertxConnection) connection).channel();
    Channel listening = accepted.parent();
    if (listening.pipeline().get(AcceptLimit.class) == null) {
      listening.eventLoop().execute(() -> install(listening, accepted, max, stopping));
    }
  }

  private static void install(
      Channel listening, Channel accepted, int max, BooleanSupplier stopping) {
    if (listening.pipeline().get(AcceptLimit.class) == null) {
      AcceptLimit limit = new AcceptLimit(listening, max, stopping);
      listening.pipeline().addFirst(limit);
      listening.pipeline().addLast(new AcceptFailures(System::nanoTime));
      limit.opened(accepted);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    Channel channel = (Channel) accepted;
    if (stopping.getAsBoolean()) {
      channel.unsafe().closeForcibly();
      return;
    }
    opened(channel);
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
