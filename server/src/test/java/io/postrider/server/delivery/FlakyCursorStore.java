package io.postrider.server.delivery;

import io.postrider.server.database.DatabaseUnavailableException;
import java.util.function.Supplier;

/** A store that can be away. */
public final class FlakyCursorStore implements CursorStore {

  private final Supplier<CursorStore> store;
  private volatile boolean away;
  private volatile int refused;

  public FlakyCursorStore(Supplier<CursorStore> store) {
    this.store = store;
  }

  public void away(boolean isAway) {
    away = isAway;
  }

  /** How often something was to be kept while it was away. */
  int refused() {
    return refused;
  }

  @Override
  public Saved claim(int partition) {
    return store.get().claim(partition);
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread keeps
  public void save(Change change) {
    if (away) {
      refused++;
      throw new DatabaseUnavailableException("away");
    }
    store.get().save(change);
  }

  @Override
  public void reset() {
    store.get().reset();
  }
}
