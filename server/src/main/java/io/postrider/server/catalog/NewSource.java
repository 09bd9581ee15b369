package io.postrider.server.catalog;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.access.KeyGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of a new or declared source. */
public record NewSource(
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    NewEventPolicy newEvents) {

  /** A source with a new ID and key. */
  public Source create(KeyGenerator keys, Instant now) {
    return create(keys.sourceId(), keys.writeKey(), now);
  }

  /** An existing source with these settings. */
  public Source applyTo(Source found) {
    return new Source(
        found.id(),
        name,
        type,
        enabled,
        rateLimit,
        found.writeKeys(),
        found.createdAt(),
        switch (newEvents) {
          case ALLOW -> found.events().allowingNew();
          case BLOCK -> found.events().blockingNew(Set.of());
        });
  }

  /** A source with this ID and key. */
  public Source create(SourceId id, String writeKey, Instant now) {
    Instant createdAt = now.truncatedTo(ChronoUnit.MILLIS);
    return new Source(
        id,
        name,
        type,
        enabled,
        rateLimit,
        List.of(new WriteKey(writeKey, createdAt, null)),
        createdAt,
        new EventRules(newEvents, Set.of(), Set.of()));
  }
}
