package io.postrider.server.delivery.client;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;

/**
 * Encodes the requests of one HTTP/1.1 connection. Belongs to one event loop.
 *
 * <p>Makes room for the body behind the head, so that Netty copies a body into the same buffer and
 * sends one buffer. Otherwise it copies the body into a second one, and sends both.
 */
final class RequestEncoder extends HttpRequestEncoder {

  /** A longer body gets a buffer of its own: two buffers cost little beside its bytes. */
  static final int MAX_JOINED_BYTES = 8 * 1024;

  /** More than the head of most requests; behind a longer one, the body may not fit. */
  private static final int HEAD_BYTES = 512;

  @Override
  protected void encodeInitialLine(ByteBuf out, HttpRequest request) throws Exception {
    if (request instanceof FullHttpRequest full) {
      int bodyBytes = full.content().readableBytes();
      if (bodyBytes > 0 && bodyBytes <= MAX_JOINED_BYTES) {
        out.ensureWritable(HEAD_BYTES + bodyBytes);
      }
    }
    super.encodeInitialLine(out, request);
  }
}
