package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlerTest {

  private static final String STAMP =
      "\"timestamp\":\"2026-01-02T19:11:01.266Z\",\"receivedAt\":\"2026-01-02T19:11:01.266Z\"}";

  private final Accepting accepting = new Accepting();

  @Test
  void smallestCall_isStamped() {
    assertThat(accepting.track("{\"userId\":\"u\",\"event\":\"e\"}").json())
        .isEqualTo(
            "{\"userId\":\"u\",\"event\":\"e\",\"type\":\"track\",\"messageId\":\"made-1\","
                + STAMP);
  }
}
