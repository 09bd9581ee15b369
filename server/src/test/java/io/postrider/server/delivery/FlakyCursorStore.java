package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.Map;
import java.util.function.Supplier;

/** A store that can be unavailable. */
public final class FlakyCursorStore implements CursorStore {

  private final Supplier<CursorStore> store;
  private volatile boolean unavailable;
  private volatile int refused;

  public FlakyCursorStore(Supplier<CursorStore> store) {
    this.store = store;
  }

  public void unavailable(boolean value) {
    unavailable = value;
  }

  /** How many saves failed. */
  int refused() {
    return refused;
  }

  @Override
  public Saved claim(int partition) {
    return store.get().claim(partition);
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread saves
  public void save(Change change) {
    if (unavailable) {
      refused++;
      throw new DatabaseUnavailableException("unavailable");
    }
    store.get().save(change);
  }

  @Override
  public Map<DestinationId, Long> losses() {
    return store.get().losses();
  }

  @Override
  public void forgetDuplicates(int partition, long before) {
    store.get().forgetDuplicates(partition, before);
  }

  @Override
  public void reset() {
    store.get().reset();
  }
}
