package io.postrider.server.delivery.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.util.List;

/**
 * Reads the answers of one HTTP/1.1 connection, and knows whether anything has come behind the last
 * one. Belongs to one event loop.
 *
 * <p>A receiver that sends more than it announced, such as a body with a 204, leaves bytes that the
 * next answer would be taken to begin with. Vert.x does not say that they are there, so this takes
 * the place of the codec it installs. It is for POST alone: answers to HEAD and CONNECT, which end
 * differently, it does not know.
 */
final class ResponseDecoder extends HttpResponseDecoder {

  /** What Vert.x calls its codec, and finds it by. */
  private static final String CODEC = "codec";

  private final ChannelHandlerContext last;
  private boolean begun;

  /**
   * @param last where Vert.x takes over from Netty
   */
  private ResponseDecoder(HttpDecoderConfig config, ChannelHandlerContext last) {
    super(config);
    this.last = last;
  }

  /** Takes the codec's place in a connection that carries nothing yet. */
  static ResponseDecoder install(HttpClientConnection connection, HttpDecoderConfig config) {
    ChannelHandlerContext last =
        ((UnpooledHttpClientConnection) connection).unwrap().channelHandlerContext();
    ResponseDecoder decoder = new ResponseDecoder(config, last);
    last.pipeline()
        .replace(
            HttpClientCodec.class,
            CODEC,
            new CombinedChannelDuplexHandler<>(decoder, new HttpRequestEncoder()));
    return decoder;
  }

  /**
   * Closes the connection now. Vert.x would wait until everything is written, for ever if the
   * receiver does not read.
   */
  void hangUp() {
    var _ = last.close();
  }

  /** Whether there is more than the answers that have come to their end. */
  boolean hasMore() {
    return begun || actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    int before = in.readableBytes();
    super.decode(context, in, out);
    if (!out.isEmpty() && out.getLast() instanceof LastHttpContent) {
      begun = false;
    } else if (in.readableBytes() < before) {
      begun = true;
    }
  }
}
