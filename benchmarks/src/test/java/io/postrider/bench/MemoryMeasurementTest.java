package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MemoryMeasurementTest {

  @Test
  void load_isReached_onlyAtTheRateOfThePlan() {
    assertThat(MemoryMeasurement.isReached(10_000)).isTrue();
    assertThat(MemoryMeasurement.isReached(9_800)).isTrue();
    assertThat(MemoryMeasurement.isReached(9_799)).isFalse();
    assertThat(MemoryMeasurement.isReached(Double.NaN)).isFalse();
  }
}
