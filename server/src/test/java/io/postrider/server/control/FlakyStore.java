package io.postrider.server.control;

import io.postrider.route.Source;
import io.postrider.route.SourceId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A store that is away, or broken, when told to be. */
final class FlakyStore implements SourceStore {

  private final SourceStore store;
  private volatile Runnable trouble = () -> {};
  final AtomicInteger loads = new AtomicInteger();

  FlakyStore(SourceStore store) {
    this.store = store;
  }

  void goAway() {
    trouble =
        () -> {
          throw new StoreUnavailableException(new IllegalStateException("connection refused"));
        };
  }

  void breakDown(String text) {
    trouble =
        () -> {
          throw new IllegalStateException(text);
        };
  }

  void comeBack() {
    trouble = () -> {};
  }

  private SourceStore store() {
    trouble.run();
    return store;
  }

  @Override
  public long version() {
    return store().version();
  }

  @Override
  public Snapshot load() {
    loads.incrementAndGet();
    return store().load();
  }

  @Override
  public Page page(long after, int limit) {
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
  public boolean delete(SourceId id) {
    return store().delete(id);
  }
}
