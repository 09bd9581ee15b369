package io.postrider.route;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source of messages.
 *
 * @param rateLimit the maximum number of messages per second; null for no limit
 * @param writeKeys its keys, the current one first
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

  /** The current write key. */
  public WriteKey writeKey() {
    return writeKeys.getFirst();
  }

  public Source withWriteKeys(List<WriteKey> those) {
    return new Source(id, name, type, enabled, rateLimit, those, createdAt, events);
  }

  public Source withEvents(EventRules those) {
    return new Source(id, name, type, enabled, rateLimit, writeKeys, createdAt, those);
  }
}
