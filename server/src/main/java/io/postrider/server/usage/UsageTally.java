package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds messages up in memory, by the catalog of one moment. Belongs to one thread.
 *
 * <p>Counted are the calls that programs make; messages that the service makes itself are not.
 */
final class UsageTally {

  private static final long MILLIS_OF_A_DAY = 86_400_000;

  private final Catalog catalog;
  private final Map<Long, SourceTally> sources = new HashMap<>();

  // Messages of one source often come together.
  private long lastBits;
  private @Nullable SourceTally last;

  UsageTally(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The day of a time, in UTC. */
  static int day(long millis) {
    return Math.toIntExact(Math.floorDiv(millis, MILLIS_OF_A_DAY));
  }

  void add(RecordView record) {
    MessageType type = record.type().orElse(null);
    if (type != null && type != MessageType.DELETE && !record.isComputed()) {
      of(record.sourceBits()).add(type, record);
    }
  }

  private SourceTally of(long bits) {
    SourceTally known = last;
    if (known == null || bits != lastBits) {
      known = sources.computeIfAbsent(bits, this::begun);
      last = known;
      lastBits = bits;
    }
    return known;
  }

  private SourceTally begun(long bits) {
    SourceId id = new SourceId(bits);
    return new SourceTally(id, catalog.source(id).orElse(null));
  }

  UsageCounts counts() {
    return new UsageCounts(
        sources.values().stream().flatMap(SourceTally::calls).toList(),
        sources.values().stream().flatMap(SourceTally::events).toList());
  }
}
