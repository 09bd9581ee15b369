package io.postrider.server.control;

import io.postrider.route.EventRules;
import io.postrider.route.NewEvents;
import io.postrider.route.Source;
import io.postrider.route.SourceType;
import io.postrider.route.WriteKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source as a person asks for it, before it has an id and a key. */
record NewSource(
    String name,
    SourceType type,
    boolean enabled,
    @Nullable Integer rateLimit,
    NewEvents newEvents) {

  /** The source itself, with a new id and a new key. */
  Source made(KeyMaker keys, Instant now) {
    Instant createdAt = now.truncatedTo(ChronoUnit.MILLIS);
    return new Source(
        keys.sourceId(),
        name,
        type,
        enabled,
        rateLimit,
        List.of(new WriteKey(keys.writeKey(), createdAt, null)),
        createdAt,
        new EventRules(newEvents, Set.of(), Set.of()));
  }
}
