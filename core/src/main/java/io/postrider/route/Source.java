package io.postrider.route;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place that messages come from.
 *
 * @param rateLimit how many messages a second it may send; null for no limit
 * @param writeKeys its keys, the current one first
 * @param events which of its track calls go on to destinations
 */
public record Source(
    SourceId id,
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    List<WriteKey> writeKeys,
    Instant createdAt,
    EventRules events) {

  public Source {
    writeKeys = List.copyOf(writeKeys);
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
    this(id, name, type, enabled, rateLimit, writeKeys, createdAt, EventRules.NONE);
  }

  /** The key that new programs use. */
  public WriteKey writeKey() {
    return writeKeys.getFirst();
  }

  /** The same with other keys. */
  public Source withWriteKeys(List<WriteKey> those) {
    return new Source(id, name, type, enabled, rateLimit, those, createdAt, events);
  }

  /** The same with other rules for events. */
  public Source withEvents(EventRules those) {
    return new Source(id, name, type, enabled, rateLimit, writeKeys, createdAt, those);
  }
}
