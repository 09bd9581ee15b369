package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelLimitTest {

  private final LabelLimit labels = new LabelLimit();

  @Test
  void firstHundred_haveTheirOwnLabel_theRestSharesOne() {
    for (int i = 1; i <= LabelLimit.MAX; i++) {
      assertThat(labels.of(i)).isEqualTo(Integer.toString(i));
    }
    assertThat(labels.of(101)).isEqualTo(LabelLimit.OTHERS);
    assertThat(labels.of(102)).isEqualTo(LabelLimit.OTHERS);
    assertThat(labels.of(100)).isEqualTo("100");
  }

  @Test
  void releasedLabel_goesToTheNextNewOne() {
    for (int i = 1; i <= LabelLimit.MAX; i++) {
      labels.of(i);
    }
    labels.release("7");
    assertThat(labels.of(101)).isEqualTo("101");
    assertThat(labels.of(7)).isEqualTo(LabelLimit.OTHERS);
  }
}
