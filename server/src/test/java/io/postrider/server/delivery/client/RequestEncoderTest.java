package io.postrider.server.delivery.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestEncoderTest {

  private final EmbeddedChannel channel = new EmbeddedChannel(new RequestEncoder());
  private final EmbeddedChannel plain = new EmbeddedChannel(new HttpRequestEncoder());
  private int buffers;

  @AfterEach
  void release() {
    var _ = channel.finishAndReleaseAll();
    var _ = plain.finishAndReleaseAll();
  }

  private static FullHttpRequest request(byte[] body, String header) {
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/hook", Unpooled.wrappedBuffer(body));
    request.headers().set("X-Header", header).set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return request;
  }

  /** The bytes that a channel sends; counts their buffers. */
  private byte[] sent(EmbeddedChannel by, byte[] body, String header) {
    var _ = by.writeOutbound(request(body, header));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    buffers = 0;
    for (ByteBuf next = by.readOutbound(); next != null; next = by.readOutbound()) {
      byte[] piece = new byte[next.readableBytes()];
      next.readBytes(piece).release();
      bytes.writeBytes(piece);
      buffers += piece.length > 0 ? 1 : 0;
    }
    return bytes.toByteArray();
  }

  @Test
  void body_followsItsHeadInOneBuffer() {
    byte[] sent = sent(channel, "x".repeat(700).getBytes(US_ASCII), "value");
    assertThat(buffers).isEqualTo(1);
    assertThat(new String(sent, US_ASCII))
        .startsWith("POST /hook HTTP/1.1\r\n")
        .contains("X-Header: value\r\n")
        .endsWith("\r\n\r\n" + "x".repeat(700));
  }

  @Test
  void longestJoinedBody_needsOneBuffer() {
    sent(channel, new byte[RequestEncoder.MAX_JOINED_BYTES], "value");
    assertThat(buffers).isEqualTo(1);
  }

  @Test
  void longBody_isNotCopied() {
    sent(channel, new byte[64 * 1024], "value");
    assertThat(buffers).isEqualTo(2);
  }

  @Test
  void anyRequest_isSentWithTheSameBytesAsByNetty() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      byte[] body = new byte[random.nextInt(2 * RequestEncoder.MAX_JOINED_BYTES)];
      random.nextBytes(body);
      String header = "h".repeat(random.nextInt(2_000));
      assertThat(sent(channel, body, header))
          .as("request %d, seed %d", i, seed)
          .isEqualTo(sent(plain, body, header));
    }
  }
}
