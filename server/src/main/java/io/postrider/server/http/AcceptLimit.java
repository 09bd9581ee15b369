package io.postrider.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Stops accepting while too many accepted connections are open, so that a burst does not use up the
 * descriptors of the process before the event loops close what is too much. Clients wait in the
 * backlog meanwhile. While the server stops, closes what is accepted: no event loop takes it.
 *
 * <p>With TLS, connections are in a handshake before an event loop knows them. Beyond the limit the
 * oldest of these gives way to a new one, so that clients that never complete theirs keep nobody
 * out.
 *
 * <p>A handler of the listening channel; belongs to its event loop.
 */
final class AcceptLimit extends ChannelInboundHandlerAdapter {

  /** How many connections may be open beyond the limit, because they are about to be closed. */
  static final int CLOSING = 16;

  /** With TLS, handshakes have at least this part of all connections. */
  private static final int HANDSHAKE_PART = 8;

  private final Channel listening;
  private final int max;
  private final boolean tls;
  private final BooleanSupplier stopping;
  private final Set<Channel> handshakes = new LinkedHashSet<>();
  private int open;

  AcceptLimit(Channel listening, int max, boolean tls, BooleanSupplier stopping) {
    this.listening = listening;
    this.max = max;
    this.tls = tls;
    this.stopping = stopping;
  }

  /** The most connections that have completed their handshake. */
  static int established(int max, boolean tls) {
    return tls ? Math.max(1, max - Math.max(1, max / HANDSHAKE_PART)) : max;
  }

  /**
   * An event loop knows a connection, because its handshake is complete. Limits the channel that
   * accepted it, once: the listening channel is out of reach before its first connection.
   *
   * @param limited runs once the channel is limited
   */
  static void established(
      HttpConnection connection, int max, BooleanSupplier stopping, Runnable limited) {
    Channel accepted = ((VertxConnection) connection).channel();
    Channel listening = accepted.parent();
    boolean tls = connection.isSsl();
    if (tls || listening.pipeline().get(AcceptLimit.class) == null) {
      listening
          .eventLoop()
          .execute(
              () -> {
                on(listening, accepted, max, tls, stopping).established(accepted);
                limited.run();
              });
    }
  }

  private static AcceptLimit on(
      Channel listening, Channel accepted, int max, boolean tls, BooleanSupplier stopping) {
    AcceptLimit present = listening.pipeline().get(AcceptLimit.class);
    if (present != null) {
      return present;
    }
    AcceptLimit limit = new AcceptLimit(listening, max, tls, stopping);
    listening.pipeline().addFirst(limit);
    listening.pipeline().addLast(new AcceptFailures(System::nanoTime));
    limit.opened(accepted);
    return limit;
  }

  void established(Channel accepted) {
    handshakes.remove(accepted);
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
    if (open > max) {
      closeOldestHandshake();
    }
    if (tls) {
      handshakes.add(accepted);
    }
    if (open >= max + CLOSING) {
      listening.config().setAutoRead(false);
    }
    accepted
        .closeFuture()
        .addListener(closed -> listening.eventLoop().execute(() -> closed(accepted)));
  }

  private void closeOldestHandshake() {
    Iterator<Channel> oldest = handshakes.iterator();
    if (oldest.hasNext()) {
      var _ = oldest.next().close();
      oldest.remove();
    }
  }

  private void closed(Channel accepted) {
    open--;
    handshakes.remove(accepted);
    if (open < max + CLOSING && listening.isOpen() && !listening.config().isAutoRead()) {
      listening.config().setAutoRead(true);
    }
  }
}
