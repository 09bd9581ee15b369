package io.postrider.server.catalog;

import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The track events that were seen of a source. Calls may block and throw {@link
 * DatabaseUnavailableException}.
 */
public interface SeenEvents {

  record Seen(String event, long count, long filtered, Instant firstSeenAt, Instant lastSeenAt) {}

  /**
   * The events of one source.
   *
   * @param events the events counted separately, unordered
   * @param others the events beyond the limit, counted together; null if there are none
   */
  record Known(List<Seen> events, @Nullable Seen others) {

    public Known {
      events = List.copyOf(events);
    }
  }

  /** The events counted so far. */
  Known of(SourceId source);

  /** The events including every message accepted before this call. */
  Known upToNow(SourceId source);
}
