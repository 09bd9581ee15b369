package io.postrider.server;

import io.postrider.id.SourceId;
import io.postrider.server.delivery.api.ReceivedMessages;
import io.postrider.server.usage.ReceivedCounts;
import io.postrider.server.usage.UsageFeature;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that this node accepted, from the counts of usage and ingest. */
record NodeReceivedMessages(ReceivedCounts counts, UsageFeature usage) implements ReceivedMessages {

  @Override
  public long between(Instant from, Instant to) {
    return counts.between(from, to);
  }

  @Override
  public Map<SourceId, Long> bySource(Instant from, Instant to) {
    return usage.callsBySource(from, to);
  }

  @Override
  public @Nullable Instant since() {
    return counts.since();
  }
}
