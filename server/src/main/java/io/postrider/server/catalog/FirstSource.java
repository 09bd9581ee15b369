package io.postrider.server.catalog;

import io.postrider.message.SourceType;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import java.time.Instant;
import java.util.Optional;

/** The source that a new installation starts with, so that its first message needs no set-up. */
public final class FirstSource {

  private FirstSource() {}

  /**
   * Makes the first source if there has never been one. Nodes that start together make one between
   * them, and nobody gets back what they deleted.
   */
  public static Optional<Source> createIfNew(SourceStore store, KeyGenerator keys, Instant now) {
    Source source =
        new NewSource("My first source", SourceType.SERVER, true, null, NewEventPolicy.ALLOW)
            .made(keys, now);
    return store.by(AuditStamp.program(now)).createFirst(source)
        ? Optional.of(source)
        : Optional.empty();
  }
}
