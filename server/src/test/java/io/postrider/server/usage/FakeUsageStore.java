package io.postrider.server.usage;

import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store in memory that fails at one call, before or after its commit. */
final class FakeUsageStore implements UsageStore {

  final Map<String, Long> calls = new HashMap<>();
  final List<Integer> sweeps = new ArrayList<>();
  private @Nullable Bookmark bookmark;
  private int untilFailure = Integer.MAX_VALUE;
  private boolean savesFirst;

  /** Fails at the call after so many others. */
  void failAfter(int others, boolean saved) {
    untilFailure = others;
    savesFirst = saved;
  }

  private void call(Runnable work) {
    boolean fails = untilFailure-- == 0;
    if (!fails || savesFirst) {
      work.run();
    }
    if (fails) {
      throw new DatabaseUnavailableException("killed");
    }
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    call(() -> {});
    return Optional.ofNullable(bookmark);
  }

  @Override
  public void add(BookmarkMove step, UsageCounts counts) {
    call(
        () -> {
          if (bookmark == null ? step.before() != null : !bookmark.equals(step.before())) {
            throw new BookmarkMovedException(step.partition());
          }
          bookmark = step.after();
          counts.events().forEach(count -> calls.merge(count.event(), count.calls(), Long::sum));
        });
  }

  @Override
  public void sweep(int firstDay) {
    call(() -> sweeps.add(firstDay));
  }

  @Override
  public void release() {
    throw new UnsupportedOperationException();
  }
}
