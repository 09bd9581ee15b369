package io.postrider.server.rejected;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.HashKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RejectedBodyTest {

  private final RejectedBody.Reader reader =
      new RejectedBody.Reader(HashKey.of(new byte[HashKey.LENGTH]));

  private RejectedBody read(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return reader.read(Arrays.copyOf(bytes, Math.min(bytes.length, RejectedCall.MAX_BODY_BYTES)));
  }

  @Test
  void writeKeys_areMasked_wholeOrCutOff() {
    assertThat(read("{\"writeKey\" : \"s3\\\"cret\",\"x\":1}").text())
        .isEqualTo("{\"writeKey\":\"***\",\"x\":1}");
    assertThat(read("{\"writeKey\":\"s3cr").text()).isEqualTo("{\"writeKey\":\"***\"");
    assertThat(read("{\"writeKey\":12345}").text()).isEqualTo("{\"writeKey\":\"***\"}");
  }

  @Test
  void users_areFound_inAnyText() {
    assertThat(
            read("garbage {\"batch\":[{\"userId\":\"u1\"},{\"userId\":"
                    + " 42,\"anonymousId\":\"\\u0061\"}")
                .users())
        .containsExactlyInAnyOrder(reader.hash("u1"), reader.hash("42"), reader.hash("a"));
    assertThat(read("{\"previousId\":\"p\",\"event\":\"userId\"}").users())
        .containsExactly(reader.hash("p"));
    assertThat(read("not JSON").users()).isEmpty();
  }

  @Test
  void userThatTheEndCutsOff_isLeftOut() {
    String start = "{\"x\":\"" + "x".repeat(RejectedCall.MAX_BODY_BYTES - 25) + "\",";
    RejectedBody cut = read(start + "\"userId\":\"somebody\"}");
    assertThat(cut.text()).endsWith("\"userId\":").doesNotContain("some");
    assertThat(cut.users()).isEmpty();
    assertThat(read("{\"userId\":\"whole\"").users()).containsExactly(reader.hash("whole"));
  }

  @Test
  void characterThatTheEndCutsOff_isLeftOut() {
    String body = "x".repeat(RejectedCall.MAX_BODY_BYTES - 1) + "é";
    assertThat(read(body).text()).isEqualTo("x".repeat(RejectedCall.MAX_BODY_BYTES - 1));
  }
}
