package io.postrider.server.delivery.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Decodes the responses of one HTTP/1.1 connection, and detects data after the last one. Belongs to
 * one event loop.
 *
 * <p>A receiver that sends more than it announced, such as a body with a 204, leaves bytes that
 * would be taken for the next response. Vert.x does not report them, so this decoder replaces its
 * codec. It supports POST only, not HEAD or CONNECT.
 */
final class ResponseDecoder extends HttpResponseDecoder {

  /** The most headers of a response; with HTTP/2 the limit of bytes has the same effect. */
  static final int MAX_HEADERS = 512;

  private static final byte[] BEGINNING = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);

  /** The handler name of Vert.x's codec. */
  private static final String CODEC = "codec";

  private final ChannelHandlerContext last;
  private boolean begun;
  private boolean otherProtocol;

  /**
   * @param last the handler of Vert.x at the end of the pipeline
   */
  private ResponseDecoder(HttpDecoderConfig config, ChannelHandlerContext last) {
    super(config);
    this.last = last;
  }

  /** Replaces the codec of a new connection. */
  static ResponseDecoder install(HttpClientConnection connection, HttpDecoderConfig config) {
    ChannelHandlerContext last =
        ((UnpooledHttpClientConnection) connection).unwrap().channelHandlerContext();
    ResponseDecoder decoder = new ResponseDecoder(config, last);
    last.pipeline()
        .replace(
            HttpClientCodec.class,
            CODEC,
            new CombinedChannelDuplexHandler<>(decoder, new RequestEncoder()));
    return decoder;
  }

  /**
   * Closes the connection now. Vert.x would wait until everything is written, which never ends if
   * the receiver does not read.
   */
  void closeNow() {
    var _ = last.close();
  }

  /** Whether data arrived after the last complete response. */
  boolean hasExcessData() {
    return begun || actualReadableBytes() > 0;
  }

  /**
   * Whether what arrived instead of a response does not begin like one. Without a line end the
   * decoder waits for more, and skips control bytes such as those of a TLS alert.
   */
  boolean isOtherProtocol() {
    return otherProtocol;
  }

  private static boolean isOtherProtocol(ByteBuf in) {
    int from = in.readerIndex();
    while (from < in.writerIndex() && isLineEnd(in.getByte(from))) {
      from++;
    }
    int length = Math.min(BEGINNING.length, in.writerIndex() - from);
    for (int i = 0; i < length; i++) {
      if (in.getByte(from + i) != BEGINNING[i]) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLineEnd(byte each) {
    return each == HttpConstants.CR || each == HttpConstants.LF;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    int before = in.readableBytes();
    if (!begun && isOtherProtocol(in)) {
      otherProtocol = true;
    }
    super.decode(context, in, out);
    if (!out.isEmpty()
        && out.getFirst() instanceof HttpResponse response
        && response.headers().size() > MAX_HEADERS) {
      response.setDecoderResult(
          DecoderResult.failure(
              new TooLongHttpHeaderException("more than " + MAX_HEADERS + " headers")));
    }
    if (!out.isEmpty() && out.getLast() instanceof LastHttpContent) {
      begun = false;
    } else if (in.readableBytes() < before) {
      begun = true;
    }
  }
}
