package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that can be unavailable. */
public final class FlakyCursorStore implements CursorStore {

  private final Supplier<CursorStore> opening;
  private @Nullable CursorStore store;
  private volatile boolean unavailable;
  private volatile int refused;
  private final AtomicReference<@Nullable Error> error = new AtomicReference<>();

  /**
   * @param opening opens the store, when it is first used
   */
  public FlakyCursorStore(Supplier<CursorStore> opening) {
    this.opening = opening;
  }

  private synchronized CursorStore store() {
    if (store == null) {
      store = opening.get();
    }
    return store;
  }

  public void unavailable(boolean value) {
    unavailable = value;
  }

  /** Lets the next save of something open fail as if memory were lacking. */
  void breakNextSave(Error thrown) {
    error.set(thrown);
  }

  /** Whether that save has failed. */
  boolean hasBroken() {
    return error.get() == null;
  }

  /** How many saves failed. */
  int refused() {
    return refused;
  }

  @Override
  public Saved claim(int partition) {
    return store().claim(partition);
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread saves
  public void save(Change change) {
    if (unavailable) {
      refused++;
      throw new DatabaseUnavailableException("unavailable");
    }
    boolean isOpen = change.cursors().values().stream().anyMatch(cursor -> cursor.length > 0);
    Error thrown = isOpen ? error.getAndSet(null) : null;
    if (thrown != null) {
      throw thrown;
    }
    store().save(change);
  }

  @Override
  public Map<DestinationId, Long> losses() {
    return store().losses();
  }

  @Override
  public void forgetDuplicates(int partition, long before) {
    store().forgetDuplicates(partition, before);
  }

  @Override
  public void reset() {
    store().reset();
  }
}
