package io.postrider.server.people.audience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdaptiveBatchTest {

  private final AdaptiveBatch chunk = AdaptiveBatch.ofProfiles();

  @Test
  void quickTransactions_doubleTheBatch() {
    int before = chunk.size();
    chunk.took(before, AdaptiveBatch.QUICK.minusMillis(1));
    assertThat(chunk.size()).isEqualTo(2 * before);
    for (int i = 0; i < 20; i++) {
      chunk.took(chunk.size(), Duration.ZERO);
    }
    assertThat(chunk.size()).isEqualTo(AdaptiveBatch.MAX_PROFILES);
    AdaptiveBatch evaluations = AdaptiveBatch.ofEvaluations();
    for (int i = 0; i < 20; i++) {
      evaluations.took(evaluations.size(), Duration.ZERO);
    }
    assertThat(evaluations.size()).isEqualTo(AdaptiveBatch.MAX_EVALUATIONS);
  }

  @Test
  void quickTransactions_belowTheBatchSizeDoNotDoubleIt() {
    int before = chunk.size();
    chunk.took(0, Duration.ZERO);
    chunk.took(before - 1, Duration.ZERO);
    assertThat(chunk.size()).isEqualTo(before);
  }

  @Test
  void slowTransactions_halveTheBatch() {
    int before = chunk.size();
    chunk.took(before, AdaptiveBatch.SLOW.plusMillis(1));
    assertThat(chunk.size()).isEqualTo(before / 2);
    for (int i = 0; i < 20; i++) {
      chunk.took(chunk.size(), Duration.ofSeconds(1));
    }
    assertThat(chunk.size()).isEqualTo(AdaptiveBatch.LEAST);
  }

  @Test
  void slowTransactions_belowTheBatchSizeHalveTheirSize() {
    chunk.took(20, AdaptiveBatch.SLOW.plusMillis(1));
    assertThat(chunk.size()).isEqualTo(10);
  }

  @Test
  void mediumTransactions_leaveTheBatch() {
    int before = chunk.size();
    chunk.took(before, AdaptiveBatch.QUICK);
    chunk.took(before, AdaptiveBatch.SLOW);
    assertThat(chunk.size()).isEqualTo(before);
  }
}
