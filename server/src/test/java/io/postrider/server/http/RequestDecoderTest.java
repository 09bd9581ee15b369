package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.Http1ServerConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RequestDecoderTest {

  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  private final List<HttpObject> decoded = new ArrayList<>();
  private RequestDecoder decoder = new RequestDecoder(new Http1ServerConfig());
  private int contentBytes;

  @Test
  void pipelinedRequests_waitAsBytes() {
    int requests = 2_400;
    EmbeddedChannel channel = channel();
    send(channel, REQUEST.repeat(requests));
    for (int begun = 0; begun < requests; begun++) {
      int ahead = Math.min(RequestDecoder.MAX_REQUESTS_AHEAD, requests - begun);
      assertThat(requests() - begun).isBetween(ahead / 2, ahead);
      assertThat(channel.config().isAutoRead()).isEqualTo(requests() == requests);
      decoder.began();
      channel.runPendingTasks();
    }
    assertThat(requests()).isEqualTo(requests);
  }

  @Test
  void bodyOfAPipelinedRequest_waitsAsBytes() {
    int length = 1_000_000;
    EmbeddedChannel channel = channel();
    send(channel, REQUEST + "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n");
    decoder.began();
    String piece = "x".repeat(8_000);
    for (int i = 0; i < length; i += piece.length()) {
      send(channel, piece);
    }
    int most = RequestDecoder.MAX_BYTES_AHEAD + piece.length();
    assertThat(contentBytes).isBetween(most - 2 * piece.length(), most);
    assertThat(channel.config().isAutoRead()).isFalse();
    decoder.began();
    channel.runPendingTasks();
    assertThat(contentBytes).isEqualTo(length);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void bodyOfTheCurrentRequest_doesNotWait_unlessHeld() {
    EmbeddedChannel channel = channel();
    send(channel, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n");
    decoder.began();
    send(channel, "x".repeat(100_000));
    assertThat(contentBytes).isEqualTo(100_000);
    decoder.hold();
    send(channel, "x".repeat(100_000));
    assertThat(contentBytes).isEqualTo(100_000);
    assertThat(channel.config().isAutoRead()).isFalse();
    decoder.release();
    channel.runPendingTasks();
    assertThat(contentBytes).isEqualTo(200_000);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void numberOfHeaders_isLimited() {
    send(channel(), withHeaders(RequestDecoder.MAX_HEADERS));
    assertThat(failure()).isNull();
    decoded.clear();
    send(channel(), withHeaders(RequestDecoder.MAX_HEADERS + 1) + REQUEST);
    assertThat(failure()).isEqualTo(InvalidRequest.MANY_HEADERS);
    assertThat(decoded).hasSize(1);
  }

  @Test
  void headersOfEachRequest_areCountedAnew() {
    EmbeddedChannel channel = channel();
    for (int i = 0; i < 3; i++) {
      send(channel, withHeaders(RequestDecoder.MAX_HEADERS));
      assertThat(failure()).isNull();
    }
  }

  @Test
  void foldedHeaders_areRefused_howeverTheyArrive() {
    for (String folded :
        List.of(
            "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n\tc\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n \r\n\r\n",
            "GET / HTTP/1.1\r\n Host: x\r\n\r\n")) {
      for (int cut = 1; cut < folded.length(); cut++) {
        decoded.clear();
        EmbeddedChannel channel = channel();
        send(channel, folded.substring(0, cut));
        send(channel, folded.substring(cut) + REQUEST);
        assertThat(failure()).as("%s at %d", folded, cut).isNotNull();
        assertThat(requests()).isOne();
      }
    }
  }

  @Test
  void spacesElsewhere_areNoFolding() {
    EmbeddedChannel channel = channel();
    String request =
        "POST / HTTP/1.1\r\nHost:  x \r\nA: b  c\r\nContent-Length: 6\r\n\r\n \r\n a " + REQUEST;
    for (int i = 0; i < request.length(); i++) {
      send(channel, request.substring(i, i + 1));
    }
    assertThat(failure()).isNull();
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void otherVersions_areRefused() {
    for (String version : List.of("HTTP/1.2", "HTTP/1.9", "HTTP/0.9", "HTTP/2.0", "HTTP/3")) {
      assertThat(failureOf(version)).as(version).isEqualTo(InvalidRequest.VERSION);
    }
    for (String version : List.of("http/1.1", "HTTP/1.1.1", "HTTP/", "HTTPS/1.1", "x")) {
      assertThat(failureOf(version)).as(version).isEqualTo(InvalidRequest.MALFORMED);
    }
    assertThat(failureOf("HTTP/1.0")).isNull();
  }

  @Test
  void controlBytes_areRefused() {
    for (String line : List.of("GET /\u0000 H", "GET /a\u0001b H", "GET /\u007f H", "G\bT / H")) {
      decoded.clear();
      send(channel(), REQUEST.replaceFirst("^[^ ]+ [^ ]+ H", line));
      assertThat(failure()).as(line).isEqualTo(InvalidRequest.CONTROL_BYTE);
    }
  }

  private @Nullable InvalidRequest failureOf(String version) {
    decoded.clear();
    send(channel(), REQUEST.replace("HTTP/1.1", version) + REQUEST);
    return failure();
  }

  /** Why the first message is invalid; null if it is valid. */
  private @Nullable InvalidRequest failure() {
    Throwable cause = decoded.getFirst().decoderResult().cause();
    return cause == null ? null : InvalidRequest.of(cause);
  }

  private static String withHeaders(int count) {
    return "GET / HTTP/1.1\r\nHost: x\r\n" + "A: a\r\n".repeat(count - 1) + "\r\n";
  }

  private int requests() {
    return (int) decoded.stream().filter(HttpRequest.class::isInstance).count();
  }

  /** A new connection, of which no request is begun. */
  private EmbeddedChannel channel() {
    decoder = new RequestDecoder(new Http1ServerConfig());
    return new EmbeddedChannel(
        decoder,
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext context, Object message) {
            decoded.add((HttpObject) message);
            if (message instanceof HttpContent content) {
              contentBytes += content.content().readableBytes();
            }
            ReferenceCountUtil.release(message);
          }
        });
  }

  private static void send(EmbeddedChannel channel, String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
  }
}
