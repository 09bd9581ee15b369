package io.postrider.server.delivery.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;

/**
 * Bounds the bytes that a receiver sends over one connection, and closes it beyond that. So
 * whatever a receiver floods a connection with (pings, settings, resets, interim responses, TLS
 * records) takes little time of the event loop, which other receivers share. The bytes are those on
 * the wire, from the end of the handshake on. Belongs to the connection's event loop.
 */
final class ReceiveBudget extends ChannelInboundHandlerAdapter {

  /** What a connection may send besides responses. */
  static final int CONNECTION_BYTES = 1 << 20;

  /** What it may send for each request in flight; of a response at most 80 KiB are read. */
  static final int REQUEST_BYTES = 512 * 1024;

  private long leftBytes = CONNECTION_BYTES;
  private boolean exceeded;

  /** Watches a new connection. */
  static ReceiveBudget watch(HttpClientConnection connection) {
    ReceiveBudget budget = new ReceiveBudget();
    ((UnpooledHttpClientConnection) connection)
        .unwrap()
        .channelHandlerContext()
        .pipeline()
        .addFirst(budget);
    return budget;
  }

  void requestBegins() {
    leftBytes += REQUEST_BYTES;
  }

  /**
   * @param active the number of requests that are still in flight
   */
  void requestEnds(int active) {
    leftBytes = Math.min(leftBytes, CONNECTION_BYTES + (long) active * REQUEST_BYTES);
  }

  /** Whether the connection was closed because of this budget. */
  boolean isExceeded() {
    return exceeded;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      leftBytes -= bytes.readableBytes();
    }
    if (leftBytes >= 0) {
      context.fireChannelRead(message);
      return;
    }
    exceeded = true;
    ReferenceCountUtil.release(message);
    var _ = context.close();
  }
}
