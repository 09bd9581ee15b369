package io.postrider.server.delivery.api;

import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many messages were accepted. May be called from any thread; may block. */
public interface ReceivedMessages {

  /** Nothing is known. */
  ReceivedMessages NONE =
      new ReceivedMessages() {
        @Override
        public long between(Instant from, Instant to) {
          return 0;
        }

        @Override
        public Map<SourceId, Long> bySource(Instant from, Instant to) {
          return Map.of();
        }

        @Override
        public @Nullable Instant since() {
          return null;
        }
      };

  /** All messages of a time range. */
  long between(Instant from, Instant to);

  /** The messages of each source on the days (UTC) of a time range. */
  Map<SourceId, Long> bySource(Instant from, Instant to);

  /** Since when all messages are counted; null if nothing is counted yet. */
  @Nullable Instant since();
}
