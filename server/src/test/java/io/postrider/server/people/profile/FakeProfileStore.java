package io.postrider.server.people.profile;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Has old data to prune and records what is deleted. */
public final class FakeProfileStore implements ProfileStore {

  final Map<Long, Integer> oldEvents = new TreeMap<>();
  final List<String> asked = new ArrayList<>();
  long oldVisitors;
  public int rebuilds;
  public volatile @Nullable Progress rebuilding;

  @Override
  public HashKey hashKey() {
    return HashKey.of(new byte[HashKey.LENGTH]);
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return Optional.empty();
  }

  @Override
  public long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Long> eventNames() {
    return List.copyOf(oldEvents.keySet());
  }

  @Override
  public int prune(long name, Instant before, Instant now) {
    int removed = Math.min(PRUNED_AT_ONCE, oldEvents.getOrDefault(name, 0));
    oldEvents.merge(name, -removed, Integer::sum);
    asked.add("%d before %s: %d".formatted(name, before, removed));
    return removed;
  }

  @Override
  public Optional<Long> pruneAnonymous(long after, Instant before) {
    asked.add("visitors after %d".formatted(after));
    return after < oldVisitors ? Optional.of(after + 1) : Optional.empty();
  }

  @Override
  public boolean indexTraits(int most) {
    return false;
  }

  @Override
  public boolean erase(String userId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void rebuild(List<OffsetRange> ranges, Instant now) {
    rebuilds++;
    rebuilding = new Progress(0, 10);
  }

  @Override
  public void restore(List<OffsetRange> ranges, Instant now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Progress> rebuilding() {
    return Optional.ofNullable(rebuilding);
  }

  @Override
  public void release() {
    throw new UnsupportedOperationException();
  }
}
