package io.postrider.server.rejected;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SenderLimitsTest {

  private long nanos;
  private final SenderLimits limits = new SenderLimits(() -> nanos);

  private int taken(String sender, int calls) {
    int taken = 0;
    for (int i = 0; i < calls; i++) {
      taken += limits.take(sender) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void sender_hasABurst_thenOneCallPerInterval() {
    assertThat(taken("a", 1_000)).isEqualTo(SenderLimits.SENDER_BURST);
    assertThat(taken("b", 1)).isEqualTo(1);
    nanos += SenderLimits.SENDER_INTERVAL_NANOS - 1;
    assertThat(taken("a", 10)).isZero();
    nanos++;
    assertThat(taken("a", 10)).isEqualTo(1);
    nanos += 1_000 * SenderLimits.SENDER_INTERVAL_NANOS;
    assertThat(taken("a", 1_000)).isEqualTo(SenderLimits.SENDER_BURST);
  }

  @Test
  void allSendersTogether_haveALimit_andABoundedNumberIsRemembered() {
    int taken = 0;
    for (int i = 0; i < 2 * SenderLimits.MAX_SENDERS; i++) {
      taken += taken("sender " + i, 1);
    }
    assertThat(taken).isEqualTo(SenderLimits.TOTAL_BURST);
    assertThat(limits.remembered()).isEqualTo(SenderLimits.MAX_SENDERS);
    nanos += SenderLimits.TOTAL_INTERVAL_NANOS;
    assertThat(taken("new", 2)).isEqualTo(1);
  }
}
