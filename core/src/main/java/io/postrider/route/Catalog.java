package io.postrider.route;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All sources at one moment: an immutable snapshot that is swapped whole.
 *
 * <p>Safe to share between threads. The hot paths read it and never the database.
 */
public final class Catalog {

  private final Map<SourceId, Source> sources = new HashMap<>();
  private final Map<String, KeyHolder> keys = new HashMap<>();

  private record KeyHolder(WriteKey key, Source source) {}

  private Catalog() {}

  /** The snapshot that holds these sources. */
  public static Catalog of(Collection<Source> sources) {
    Catalog catalog = new Catalog();
    for (Source source : sources) {
      catalog.sources.put(source.id(), source);
      for (WriteKey key : source.writeKeys()) {
        catalog.keys.put(key.value(), new KeyHolder(key, source));
      }
    }
    return catalog;
  }

  /** The source that a write key opens at a time, or null if there is none. */
  public @Nullable Source sourceOf(String writeKey, Instant now) {
    KeyHolder holder = keys.get(writeKey);
    return holder != null && holder.key().validAt(now) ? holder.source() : null;
  }

  /** The source of an id. */
  public Optional<Source> source(SourceId id) {
    return Optional.ofNullable(sources.get(id));
  }

  /** All sources, in no order. */
  public Collection<Source> sources() {
    return sources.values();
  }
}
