package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolGrowthTest {

  private final PoolGrowth shortage = new PoolGrowth();

  private boolean isStuck(int served, boolean late) {
    for (int i = 0; i < served; i++) {
      shortage.served();
    }
    return shortage.isStuck(late);
  }

  @Test
  void whereNoneIsFreed_itIsStuck() {
    shortage.begin();
    assertThat(isStuck(0, false)).isTrue();
    assertThat(isStuck(1, false)).isFalse();
    assertThat(isStuck(0, false)).isTrue();
  }

  @Test
  void lateLooks_areBelievedWhenThereAreFourInARow() {
    shortage.begin();
    assertThat(isStuck(0, true)).isFalse();
    assertThat(isStuck(0, true)).isFalse();
    assertThat(isStuck(0, true)).isFalse();
    assertThat(isStuck(0, true)).isTrue();
    assertThat(isStuck(1, true)).isFalse();
    assertThat(isStuck(0, true)).isFalse();
    assertThat(isStuck(0, false)).isTrue();
  }

  @Test
  void shortBurst_asksForNone() {
    shortage.begin();
    assertThat(isStuck(15, false)).isFalse();
    assertThat(shortage.more(5, 1)).isZero();
    shortage.begin();
    assertThat(isStuck(1, false)).isFalse();
    assertThat(shortage.more(19, 1)).isZero();
  }

  @Test
  void whereSomeWaitOn_theNumberDoubles() {
    shortage.begin();
    assertThat(isStuck(1, false)).isFalse();
    assertThat(shortage.more(60, 1)).isZero();
    assertThat(isStuck(1, false)).isFalse();
    assertThat(shortage.more(60, 1)).isEqualTo(1);
    assertThat(isStuck(2, false)).isFalse();
    assertThat(shortage.more(60, 40)).isEqualTo(40);
    assertThat(shortage.more(7, 60)).isEqualTo(7);
  }
}
