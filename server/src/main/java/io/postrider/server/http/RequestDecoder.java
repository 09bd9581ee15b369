package io.postrider.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the requests of one connection. Replaces the decoder of Vert.x, to which it adds:
 *
 * <ul>
 *   <li>It stops a little ahead of the request that is handled, so pipelined requests wait as
 *       bytes. Vert.x would decode everything it reads: 64 KiB of small requests become more than 2
 *       MiB of objects. While it is stopped, the socket is not read.
 *   <li>It limits the number of headers.
 *   <li>It refuses folded headers, which proxies read differently.
 *   <li>It refuses versions other than HTTP/1.0 and HTTP/1.1.
 *   <li>It refuses control bytes in the request line.
 * </ul>
 *
 * <p>Belongs to the connection's event loop.
 */
final class RequestDecoder extends VertxHttpRequestDecoder {

  /** The most headers of a request, with the trailers of its body. */
  static final int MAX_HEADERS = 100;

  /** The most requests that are decoded before their turn. */
  static final int MAX_REQUESTS_AHEAD = 16;

  /** How much of them is decoded, and at most one read more. */
  static final int MAX_BYTES_AHEAD = 64 * 1024;

  /** The target of a request whose line cannot be read. */
  static final String UNKNOWN_TARGET = "/bad-request";

  private static final int MAX_SHOWN_BYTES = 256;
  private static final Pattern LINE = Pattern.compile("\\s*[A-Z]+[ \t]+(/[a-z0-9/._~-]*)");

  /** The handler name of Vert.x's decoder. */
  private static final String NAME = "httpDecoder";

  private static final char DELETE = 0x7f;
  private static final Pattern OTHER_VERSION = Pattern.compile("HTTP/[0-9]+(?:\\.[0-9]+)?");

  private @Nullable ChannelHandlerContext stopped;
  private boolean held;
  private int requestsAhead;
  private int bytesAhead;
  private int headers;
  private boolean inHead = true;
  private boolean atLineStart;
  private boolean folded;
  private boolean discarding;

  RequestDecoder(Http1ServerConfig limits) {
    super(limits);
  }

  /** Replaces the decoder of a new connection. */
  static RequestDecoder install(HttpConnection connection, Http1ServerConfig limits) {
    RequestDecoder decoder = new RequestDecoder(limits);
    ((VertxConnection) connection)
        .channel()
        .pipeline()
        .replace(VertxHttpRequestDecoder.class, NAME, decoder);
    return decoder;
  }

  /** The handling of the next decoded request begins. */
  void began() {
    requestsAhead--;
    if (requestsAhead == 0) {
      bytesAhead = 0;
    }
    resume();
  }

  /** Ignores all further bytes: the connection is closed after the current response. */
  void discard() {
    discarding = true;
    resume();
  }

  /** Stops until {@link #release}: the current request is not read. */
  void hold() {
    held = true;
  }

  void release() {
    held = false;
    resume();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (discarding) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (isFarAhead()) {
      stopped = context;
      context.channel().config().setAutoRead(false);
      return;
    }
    boolean head = inHead;
    int from = in.readerIndex();
    super.decode(context, in, out);
    int to = in.readerIndex();
    if (head && isFolded(in, from, to)) {
      folded = true;
    }
    if (requestsAhead > 0) {
      bytesAhead += to - from;
    }
    if (!out.isEmpty()) {
      if (head && out.getFirst() instanceof HttpRequest request) {
        restoreTarget(request, in, from);
      }
      decoded(out, head);
    }
  }

  private boolean isFarAhead() {
    return !discarding
        && (held || requestsAhead >= MAX_REQUESTS_AHEAD || bytesAhead >= MAX_BYTES_AHEAD);
  }

  /** Not at once, because stopping and resuming cost a system call each. */
  private boolean mayResume() {
    return !isFarAhead() && (discarding || requestsAhead <= MAX_REQUESTS_AHEAD / 2);
  }

  private void decoded(List<Object> out, boolean head) {
    if (head && out.getFirst() instanceof HttpRequest request) {
      requestsAhead++;
      if (folded) {
        discarding = true;
        request.setDecoderResult(
            DecoderResult.failure(new InvalidRequestException(InvalidRequest.FOLDED_HEADER)));
      }
    }
    atLineStart = false;
    inHead = out.getLast() instanceof LastHttpContent;
  }

  /** A request whose line is refused has a placeholder as its target: finds the true one. */
  private static void restoreTarget(HttpRequest request, ByteBuf in, int from) {
    if (request.decoderResult().isFailure() && request.uri().equals(UNKNOWN_TARGET)) {
      int shown = Math.min(in.writerIndex() - from, MAX_SHOWN_BYTES);
      Matcher line = LINE.matcher(in.toString(from, shown, StandardCharsets.US_ASCII));
      if (line.lookingAt()) {
        request.setUri(line.group(1));
      }
    }
  }

  /** Continues later on the event loop, because the caller may be called by the decoder. */
  private void resume() {
    ChannelHandlerContext context = stopped;
    if (context != null && mayResume()) {
      stopped = null;
      context.executor().execute(() -> decodeRest(context));
    }
  }

  private void decodeRest(ChannelHandlerContext context) {
    if (context.isRemoved()) {
      return;
    }
    context.channel().config().setAutoRead(true);
    try {
      channelRead(context, Unpooled.EMPTY_BUFFER);
      channelReadComplete(context);
    } catch (Exception failure) {
      context.fireExceptionCaught(failure);
    }
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    headers = 0;
    if (hasControls(initialLine[0]) || hasControls(initialLine[1])) {
      throw new InvalidRequestException(InvalidRequest.CONTROL_BYTE);
    }
    String version = initialLine[2];
    if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
      throw new InvalidRequestException(
          OTHER_VERSION.matcher(version).matches()
              ? InvalidRequest.VERSION
              : InvalidRequest.MALFORMED);
    }
    return super.createMessage(initialLine);
  }

  /** Netty also takes tabs, form feeds and carriage returns between the words of the line. */
  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    requireSpace(line, start + length);
    return super.splitFirstWordInitialLine(line, start, length);
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    requireSpace(line, start - 1);
    requireSpace(line, start + length);
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    requireSpace(line, start - 1);
    return super.splitThirdWordInitialLine(line, start, length);
  }

  private static void requireSpace(byte[] line, int at) {
    if (at >= 0 && at < line.length && isOtherSpace(line[at])) {
      throw new InvalidRequestException(InvalidRequest.CONTROL_BYTE);
    }
  }

  private static boolean isOtherSpace(byte value) {
    return value == '\t' || value == 0x0b || value == '\f' || value == '\r';
  }

  private static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each == DELETE) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected AsciiString splitHeaderName(byte[] bytes, int start, int length) {
    headers++;
    if (headers > MAX_HEADERS) {
      throw new InvalidRequestException(InvalidRequest.MANY_HEADERS);
    }
    return super.splitHeaderName(bytes, start, length);
  }

  /** Whether a line among the consumed bytes of a head begins with a space or a tab. */
  private boolean isFolded(ByteBuf in, int from, int to) {
    if (from == to) {
      return false;
    }
    if (atLineStart && isBlank(in.getByte(from))) {
      return true;
    }
    int next = from;
    while (next < to) {
      int feed = in.indexOf(next, to, HttpConstants.LF);
      if (feed < 0) {
        atLineStart = false;
        return false;
      }
      next = feed + 1;
      if (next < to && isBlank(in.getByte(next))) {
        return true;
      }
    }
    atLineStart = true;
    return false;
  }

  private static boolean isBlank(byte value) {
    return value == ' ' || value == '\t';
  }
}
