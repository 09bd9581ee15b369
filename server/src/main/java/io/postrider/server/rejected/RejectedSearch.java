package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which rejected calls are asked for. Null asks for all.
 *
 * @param from inclusive
 * @param to exclusive
 * @param withoutSource whether only calls of no known source are asked for
 */
public record RejectedSearch(
    @Nullable SourceId source,
    boolean withoutSource,
    @Nullable String code,
    @Nullable String sender,
    @Nullable Instant from,
    @Nullable Instant to) {

  boolean wants(StoredCall call) {
    return wants(call.source())
        && (code == null || code.equals(call.code()))
        && (sender == null || sender.equals(call.sender()))
        && (from == null || !call.at().isBefore(from))
        && (to == null || call.at().isBefore(to));
  }

  boolean wants(@Nullable SourceId other) {
    return withoutSource ? other == null : source == null || source.equals(other);
  }
}
