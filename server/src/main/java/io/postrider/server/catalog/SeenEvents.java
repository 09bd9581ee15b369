package io.postrider.server.catalog;

import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which track events of a source were seen. Every call may block, and may throw {@link
 * DatabaseUnavailableException}.
 */
public interface SeenEvents {

  /** Track calls of one event. */
  record Seen(String event, long count, long filtered, Instant firstSeenAt, Instant lastSeenAt) {}

  /**
   * The events of one source.
   *
   * @param events those that are told apart, in no order
   * @param others all that came beyond the bound, together; null if none did
   */
  record Known(List<Seen> events, @Nullable Seen others) {

    public Known {
      events = List.copyOf(events);
    }
  }

  /** The events of a source, a moment ago. */
  Known of(SourceId source);

  /** The events of a source with all that was accepted before this call. */
  Known upToNow(SourceId source);
}
