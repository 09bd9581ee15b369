package io.postrider.server;

import io.postrider.id.SourceId;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.api.ReceivedMessages;
import io.postrider.server.usage.IngestCountRecorder;
import io.postrider.server.usage.UsageFeature;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that this node accepted, from the counts of ingest and usage. */
record NodeReceivedMessages(IngestCountRecorder counts, UsageFeature usage)
    implements ReceivedMessages {

  @Override
  public long between(Instant from, Instant to) {
    return counts.accepted(from, to);
  }

  @Override
  public Map<SourceId, Long> bySource(Instant from, Instant to) {
    return usage.callsBySource(from, to);
  }

  @Override
  public @Nullable Instant since() {
    return counts.since(TimeStep.HOUR);
  }
}
