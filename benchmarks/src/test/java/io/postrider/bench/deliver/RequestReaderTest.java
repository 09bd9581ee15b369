package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

final class RequestReaderTest {
  private static final String BODY =
      "{\"a\":\"ü\",\"messageId\":\"" + "p".repeat(24) + "0000000000ff\",\"b\":1}";

  private final RequestReader reader = new RequestReader();

  @Test
  void requests_areFoundInOrder() {
    ByteBuf in = buffer(request("/hook", "Content-Length") + request("/hang", "content-length"));
    assertThat(reader.next(in)).isTrue();
    assertThat(reader.hangs(in)).isFalse();
    assertThat(reader.counter(in)).isEqualTo(255);
    assertThat(reader.next(in)).isTrue();
    assertThat(reader.hangs(in)).isTrue();
    assertThat(reader.next(in)).isFalse();
    assertThat(in.isReadable()).isFalse();
  }

  @Test
  void incompleteRequest_waitsForMore() {
    String whole = request("/hook", "Content-Length");
    for (int length = 0; length < whole.length(); length++) {
      ByteBuf in = buffer(whole.substring(0, length));
      assertThat(reader.next(in)).isFalse();
      assertThat(in.readerIndex()).isZero();
    }
  }

  private static ByteBuf buffer(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(UTF_8));
  }

  private static String request(String path, String header) {
    int length = BODY.getBytes(UTF_8).length;
    return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + header + ": " + length + "\r\n\r\n" + BODY;
  }
}
