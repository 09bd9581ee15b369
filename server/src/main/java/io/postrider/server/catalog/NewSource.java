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

/** A source as a person asks for it, before it has an id and a key. */
public record NewSource(
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    NewEventPolicy newEvents) {

  /** The source itself, with a new id and a new key. */
  public Source made(KeyGenerator keys, Instant now) {
    return made(keys.sourceId(), keys.writeKey(), now);
  }

  /** What it makes of a source that is there: everything asked for, and all else as it is. */
  public Source applied(Source found) {
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

  /** The source itself, with this id and key. */
  public Source made(SourceId id, String writeKey, Instant now) {
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
