package io.postrider.route;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A place that messages come from.
 *
 * @param rateLimit how many messages a second it may send; null for no limit
 * @param writeKeys its keys, the current one first
 * @param blockedEvents the names of track calls that no destination gets
 */
public record Source(
    SourceId id,
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    List<WriteKey> writeKeys,
    Instant createdAt,
    Set<String> blockedEvents) {

  public Source {
    writeKeys = List.copyOf(writeKeys);
    blockedEvents = Set.copyOf(blockedEvents);
  }

  /** A source that blocks no event. */
  public Source(
      SourceId id,
      String name,
      SourceType type,
      boolean enabled,
      @Nullable Integer rateLimit,
      List<WriteKey> writeKeys,
      Instant createdAt) {
    this(id, name, type, enabled, rateLimit, writeKeys, createdAt, Set.of());
  }

  /** The key that new programs use. */
  public WriteKey writeKey() {
    return writeKeys.getFirst();
  }

  /** The same with other keys. */
  public Source withWriteKeys(List<WriteKey> those) {
    return new Source(id, name, type, enabled, rateLimit, those, createdAt, blockedEvents);
  }

  /** The same with other events blocked. */
  public Source withBlockedEvents(Set<String> those) {
    return new Source(id, name, type, enabled, rateLimit, writeKeys, createdAt, those);
  }
}
