package io.postrider.server.catalog;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Slice;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A store that is away, or broken, when told to be. */
public final class FlakyStore implements SourceStore, CatalogStore {

  private final SourceStore store;
  private final CatalogStore catalog;
  private final DestinationStore destinations;
  private volatile Runnable trouble;
  public final AtomicInteger loads = new AtomicInteger();

  public FlakyStore(SourceStore store, DestinationStore destinations, CatalogStore catalog) {
    this(store, destinations, catalog, () -> {});
  }

  private FlakyStore(
      SourceStore store, DestinationStore destinations, CatalogStore catalog, Runnable trouble) {
    this.trouble = trouble;
    this.store = store;
    this.destinations = destinations;
    this.catalog = catalog;
  }

  public void goAway() {
    trouble =
        () -> {
          throw new DatabaseUnavailableException("connection refused");
        };
  }

  public void breakDown(String text) {
    trouble =
        () -> {
          throw new IllegalStateException(text);
        };
  }

  public void comeBack() {
    trouble = () -> {};
  }

  @Override
  public SourceStore by(AuditStamp stamp) {
    return new FlakyStore(store.by(stamp), destinations, catalog, () -> trouble.run());
  }

  @Override
  public SourceStore checking(Consumer<Declarations> check) {
    return new FlakyStore(store.checking(check), destinations, catalog, () -> trouble.run());
  }

  /** Runs something whenever the store is asked anything, before it answers. */
  public void onEveryCall(Runnable hook) {
    trouble = hook;
  }

  private SourceStore store() {
    trouble.run();
    return store;
  }

  @Override
  public long version() {
    trouble.run();
    return catalog.version();
  }

  @Override
  public Snapshot load() {
    loads.incrementAndGet();
    trouble.run();
    return catalog.load();
  }

  @Override
  public Slice<Source> page(long after, int limit) {
    return store().page(after, limit);
  }

  @Override
  public Optional<Source> find(SourceId id) {
    return store().find(id);
  }

  @Override
  public Creation create(Source source, int most) {
    return store().create(source, most);
  }

  @Override
  public boolean createFirst(Source source) {
    return store().createFirst(source);
  }

  @Override
  public Optional<Source> change(SourceId id, UnaryOperator<Source> change) {
    return store().change(id, change);
  }

  @Override
  public boolean delete(SourceId id, Supplier<LogEndOffsets> end) {
    return store().delete(id, end);
  }

  /** The destinations beside the sources, away and broken with them. */
  public DestinationStore destinations() {
    return destinations(destinations);
  }

  private DestinationStore destinations(DestinationStore destinations) {
    return new DestinationStore() {
      @Override
      public DestinationStore by(AuditStamp stamp) {
        return destinations(destinations.by(stamp));
      }

      @Override
      public DestinationStore checking(Consumer<Declarations> check) {
        return destinations(destinations.checking(check));
      }

      @Override
      public Slice<Destination> page(long after, int limit) {
        trouble.run();
        return destinations.page(after, limit);
      }

      @Override
      public Optional<Destination> find(DestinationId id) {
        trouble.run();
        return destinations.find(id);
      }

      @Override
      public Optional<Destination> create(
          Function<Predicate<SourceId>, Destination> make, int most) {
        trouble.run();
        return destinations.create(make, most);
      }

      @Override
      public Optional<Destination> change(
          DestinationId id, BiFunction<Destination, Predicate<SourceId>, Destination> change) {
        trouble.run();
        return destinations.change(id, change);
      }

      @Override
      public boolean delete(DestinationId id) {
        trouble.run();
        return destinations.delete(id);
      }
    };
  }
}
