package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenLimitTest {

  @Test
  void destinations_shareTheLimitEqually_downToAMinimum() {
    OpenLimit limit = new OpenLimit(8_192);
    limit.divide(0);
    assertThat(limit.share()).isEqualTo(8_192);
    limit.divide(100);
    assertThat(limit.share()).isEqualTo(81);
    limit.divide(1_000);
    assertThat(limit.share()).isEqualTo(OpenLimit.MIN_SHARE);
  }
}
