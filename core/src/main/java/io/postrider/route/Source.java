package io.postrider.route;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place that messages come from.
 *
 * @param rateLimit how many messages a second it may send; null for no limit
 * @param writeKeys its keys, the current one first
 */
public record Source(
    SourceId id,
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    List<WriteKey> writeKeys,
    Instant createdAt) {

  public Source {
    writeKeys = List.copyOf(writeKeys);
  }

  /** The key that new programs use. */
  public WriteKey writeKey() {
    return writeKeys.getFirst();
  }
}
