package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.server.ops.LabelLimit;
import org.junit.jupiter.api.Test;

class IngestMetricsTest {

  @Test
  void sourcesBeyondTheLimit_shareOneLabel_andAreStillCounted() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    IngestMetrics metrics = new IngestMetrics(registry);
    int sources = LabelLimit.MAX + 5;
    for (int i = 1; i <= sources; i++) {
      metrics.accepted(new SourceId(i), 2);
      metrics.suppressed(new SourceId(i));
      metrics.rejected(new SourceId(i), ErrorCode.INVALID_JSON);
    }
    metrics.rejected(null, ErrorCode.INVALID_JSON);
    assertThat(registry.getMeters().stream().map(Meter::getId).map(id -> id.getTag("source")))
        .filteredOn(source -> source != null && !source.isEmpty())
        .hasSize(3 * (LabelLimit.MAX + 1))
        .contains(LabelLimit.OTHERS);
    assertThat(IngestMetrics.acceptedTotal(registry)).isEqualTo(2L * sources);
    assertThat(IngestMetrics.rejectedTotal(registry)).isEqualTo(sources + 1L);
  }
}
