package io.postrider.server.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.LogUnavailableException;
import io.postrider.server.catalog.RecordingLog;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class LogGaugeTest {

  private static double end(AtomicBoolean away) {
    if (away.get()) {
      throw new LogUnavailableException("the brokers do not answer");
    }
    return 7;
  }

  @Test
  void gauge_hasNoValueWhileTheLogIsUnavailable_andLogsNothing() {
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    AtomicBoolean away = new AtomicBoolean();
    LogGauge.of("end", away, LogGaugeTest::end).register(metrics);
    try (RecordingLog log = RecordingLog.open()) {
      assertThat(metrics.get("end").gauge().value()).isEqualTo(7);
      away.set(true);
      assertThat(metrics.get("end").gauge().value()).isNaN();
      away.set(false);
      assertThat(metrics.get("end").gauge().value()).isEqualTo(7);
      assertThat(log.lines()).isEmpty();
    }
  }
}
