package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {

  @Test
  void budget_isExact() {
    BodyBudget budget = new BodyBudget(1_000);
    assertThat(budget.take(1_000, true)).isTrue();
    assertThat(budget.take(1, true)).isFalse();
    budget.give(1);
    assertThat(budget.take(1, true)).isTrue();
    assertThat(budget.takenBytes()).isEqualTo(1_000);
  }

  @Test
  void requestsWithoutAKey_getNoneBeyondHalf() {
    BodyBudget budget = new BodyBudget(1_000);
    assertThat(budget.take(500, false)).isTrue();
    assertThat(budget.take(1, false)).isFalse();
    assertThat(budget.take(500, true)).isTrue();
  }
}
