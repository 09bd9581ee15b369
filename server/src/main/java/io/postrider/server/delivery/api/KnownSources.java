package io.postrider.server.delivery.api;

import io.postrider.id.SourceId;
import io.postrider.route.Catalog;
import io.postrider.route.Source;
import io.postrider.server.catalog.LiveCatalog;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The sources whose messages the log may hold: present ones, ones that a destination was connected
 * to, ones with counted calls (even if deleted), and {@link SourceId#NONE} for computed messages.
 * May be called from any thread.
 */
public final class KnownSources {

  private final LiveCatalog catalog;
  private final Supplier<List<SourceId>> counted;

  public KnownSources(LiveCatalog catalog, Supplier<List<SourceId>> counted) {
    this.catalog = catalog;
    this.counted = counted;
  }

  Catalog catalog() {
    return catalog.current();
  }

  List<SourceId> all(Catalog now) {
    return Stream.of(
            now.sources().stream().map(Source::id),
            now.destinations().stream().flatMap(one -> one.connections().keySet().stream()),
            counted.get().stream(),
            Stream.of(SourceId.NONE))
        .flatMap(some -> some)
        .distinct()
        .toList();
  }
}
