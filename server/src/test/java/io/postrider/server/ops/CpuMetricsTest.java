package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.server.background.CpuLoad;
import org.junit.jupiter.api.Test;

final class CpuMetricsTest {

  private final CpuLoad processors =
      new CpuLoad() {
        @Override
        public Use use() {
          return new Use(0.42, 0.1);
        }

        @Override
        public void follows(Thread thread) {}
      };

  @Test
  void theLoadOfTheSystem_isThatOfFollowers_soThatReadingMetricsDoesNotChangeIt() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new CpuMetrics(processors).bindTo(registry);
    assertThat(registry.scrape())
        .contains("system_cpu_usage 0.42")
        .contains("system_cpu_count " + (double) Runtime.getRuntime().availableProcessors())
        .contains("system_load_average_1m ")
        .contains("process_cpu_usage ")
        .contains("process_cpu_time_ns_total ");
  }
}
