package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.embedded.LogObserver;
import io.postrider.server.catalog.RecordingLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double removed(String needed) {
    return registry.get("postrider.log.removed.records").tag("needed", needed).counter().count();
  }

  @Test
  void removedRecords_areCountedByWhetherTheyWereNeeded() {
    LogMetrics metrics = new LogMetrics(registry);
    metrics.removed(new LogObserver.Removal(0, 100, 0, 2, 5_000));
    metrics.removed(new LogObserver.Removal(100, 150, 20, 1, 2_000));
    assertThat(removed("false")).isEqualTo(130);
    assertThat(removed("true")).isEqualTo(20);
    assertThat(registry.get("postrider.log.removed.bytes").counter().count()).isEqualTo(7_000);
  }

  @Test
  void removedRecords_areLogged() {
    try (RecordingLog log = RecordingLog.open()) {
      LogMetrics metrics = new LogMetrics(registry);
      metrics.removed(new LogObserver.Removal(0, 100, 0, 2, 5_000));
      metrics.removed(new LogObserver.Removal(100, 150, 20, 1, 2_000));
      assertThat(log.linesOf(LogMetrics.class))
          .containsExactly(
              "Log retention removed records.",
              "Log retention removed records before they were delivered.");
    }
  }

  @Test
  void clockJumps_areCounted() {
    ClockJumpReporter reporter = new ClockJumpReporter(registry);
    for (int i = 0; i < 250; i++) {
      reporter.accept(Duration.ofDays(i % 2 == 0 ? 1 : -1));
    }
    assertThat(registry.get("postrider.clock.jumps").counter().count()).isEqualTo(250);
  }
}
