package io.postrider.server.people.sql;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.ProfileUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store that fails at one call, before or after its commit. */
final class FlakyProfileStore implements ProfileStore {

  private final ProfileStore store;
  private int untilFailure = Integer.MAX_VALUE;
  private boolean savesFirst;

  FlakyProfileStore(ProfileStore store) {
    this.store = store;
  }

  /** Fails at the call after so many others. */
  void failAfter(int others, boolean saved) {
    untilFailure = others;
    savesFirst = saved;
  }

  private <T> T call(Supplier<T> work) {
    boolean fails = untilFailure-- == 0;
    if (fails && !savesFirst) {
      throw killed();
    }
    T result = work.get();
    if (fails) {
      throw killed();
    }
    return result;
  }

  private static DatabaseUnavailableException killed() {
    return new DatabaseUnavailableException("killed");
  }

  @Override
  public HashKey hashKey() {
    return store.hashKey();
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return call(() -> store.bookmark(partition));
  }

  @Override
  public long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now) {
    return call(() -> store.apply(step, updates, now));
  }

  @Override
  public List<Long> eventNames() {
    return store.eventNames();
  }

  @Override
  public int prune(long name, Instant before, Instant now) {
    return store.prune(name, before, now);
  }

  @Override
  public Optional<Long> pruneAnonymous(long after, Instant before) {
    return store.pruneAnonymous(after, before);
  }

  @Override
  public boolean indexTraits(int most) {
    return store.indexTraits(most);
  }

  @Override
  public boolean erase(String userId) {
    return store.erase(userId);
  }

  @Override
  public void rebuild(List<OffsetRange> ranges, Instant now) {
    store.rebuild(ranges, now);
  }

  @Override
  public void restore(List<OffsetRange> ranges, Instant now) {
    store.restore(ranges, now);
  }

  @Override
  public Optional<Progress> rebuilding() {
    return store.rebuilding();
  }

  @Override
  public void release() {
    store.release();
  }
}
