package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolGrowthTest {

  private final PoolGrowth growth = new PoolGrowth();

  private boolean isStalled(int served, boolean late) {
    for (int i = 0; i < served; i++) {
      growth.served();
    }
    return growth.isStalled(late);
  }

  @Test
  void withoutFreeConnection_isStalled() {
    growth.begin();
    assertThat(isStalled(0, false)).isTrue();
    assertThat(isStalled(1, false)).isFalse();
    assertThat(isStalled(0, false)).isTrue();
  }

  @Test
  void lateChecks_countAfterFourInARow() {
    growth.begin();
    assertThat(isStalled(0, true)).isFalse();
    assertThat(isStalled(0, true)).isFalse();
    assertThat(isStalled(0, true)).isFalse();
    assertThat(isStalled(0, true)).isTrue();
    assertThat(isStalled(1, true)).isFalse();
    assertThat(isStalled(0, true)).isFalse();
    assertThat(isStalled(0, false)).isTrue();
  }

  @Test
  void shortBurst_addsNone() {
    growth.begin();
    assertThat(isStalled(15, false)).isFalse();
    assertThat(growth.more(5, 1)).isZero();
    growth.begin();
    assertThat(isStalled(1, false)).isFalse();
    assertThat(growth.more(19, 1)).isZero();
  }

  @Test
  void persistentWaiting_doublesTheNumber() {
    growth.begin();
    assertThat(isStalled(1, false)).isFalse();
    assertThat(growth.more(60, 1)).isZero();
    assertThat(isStalled(1, false)).isFalse();
    assertThat(growth.more(60, 1)).isEqualTo(1);
    assertThat(isStalled(2, false)).isFalse();
    assertThat(growth.more(60, 40)).isEqualTo(40);
    assertThat(growth.more(7, 60)).isEqualTo(7);
  }
}
