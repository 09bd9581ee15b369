package io.postrider.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

final class ResponseReaderTest {
  private static final String SUCCESS =
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nContent-Length: 16\r\n\r\n"
          + "{\"success\":true}";

  private final ResponseReader reader = new ResponseReader();

  @Test
  void read_findsTheEndAcrossSplits() {
    for (int cut = 1; cut < SUCCESS.length(); cut++) {
      assertThat(read(SUCCESS.substring(0, cut))).isFalse();
      assertThat(read(SUCCESS.substring(cut))).isTrue();
      assertThat(reader.isSuccess()).isTrue();
      reader.reset();
    }
  }

  @Test
  void isSuccess_isFalseForRejectedMessagesAndOtherStatuses() {
    String rejected = "{\"success\":true,\"rejected\":[]}";
    assertThat(read("HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\n" + rejected)).isTrue();
    assertThat(reader.isSuccess()).isFalse();
    reader.reset();
    assertThat(read(SUCCESS.replace("200 OK", "429 No"))).isTrue();
    assertThat(reader.isSuccess()).isFalse();
  }

  @Test
  void read_throwsForUnsupportedResponses() {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))
        .hasMessageContaining("chunked");
    reader.reset();
    assertThatThrownBy(() -> read(SUCCESS + "H")).hasMessageContaining("unsupported response");
  }

  private boolean read(String text) {
    return reader.read(Unpooled.copiedBuffer(text, ISO_8859_1));
  }
}
