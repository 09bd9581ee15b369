package io.postrider.server.delivery.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  @Test
  void quantiles_areAtMostAQuarterTooLarge() {
    for (long micros = 64; micros < 60_000_000; micros = micros * 5 / 4 + 1) {
      LatencyHistogram latencies = new LatencyHistogram();
      latencies.add(micros);
      assertThat(latencies.quantile(0.5))
          .isBetween(micros(micros), micros(micros + micros / 4 + 1));
    }
  }

  @Test
  void quantiles_countRanks() {
    LatencyHistogram latencies = new LatencyHistogram();
    for (int i = 0; i < 99; i++) {
      latencies.add(1_000);
    }
    latencies.add(5_000_000);
    assertThat(latencies.quantile(0.99)).isLessThan(Duration.ofMillis(2));
    assertThat(latencies.quantile(1)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(new LatencyHistogram().quantile(0.5)).isZero();
  }

  @Test
  void bytes_roundTrip() {
    LatencyHistogram latencies = new LatencyHistogram();
    for (int i = 0; i < 100_000; i++) {
      latencies.add(i * 31L);
    }
    latencies.add(Long.MAX_VALUE);
    latencies.add(0);
    LatencyHistogram read = LatencyHistogram.of(latencies.toBytes());
    assertThat(read.count()).isEqualTo(100_002);
    assertThat(read.toBytes()).isEqualTo(latencies.toBytes());
    assertThat(LatencyHistogram.of(new byte[0]).count()).isZero();
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }
}
