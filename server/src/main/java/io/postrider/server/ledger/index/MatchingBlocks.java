package io.postrider.server.ledger.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of all partitions that may match, in one direction. Belongs to one query. */
final class MatchingBlocks {

  private final List<Candidates> partitions = new ArrayList<>();
  private final PageDirection direction;

  MatchingBlocks(
      HeldRuns runs,
      int partitions,
      AttemptQuery query,
      PageDirection direction,
      @Nullable EntryPosition after) {
    this.direction = direction;
    for (int i = 0; i < partitions; i++) {
      this.partitions.add(new Candidates(i, runs, query, direction, after));
    }
  }

  /** The next block; null after the last. */
  @Nullable EntryPosition next() {
    Candidates first = null;
    EntryPosition firstAt = null;
    for (Candidates one : partitions) {
      EntryPosition at = one.current();
      if (at != null && (firstAt == null || isBefore(at, firstAt))) {
        first = one;
        firstAt = at;
      }
    }
    if (first != null) {
      first.advance();
    }
    return firstAt;
  }

  private boolean isBefore(EntryPosition one, EntryPosition other) {
    int order = one.compareTo(other);
    return direction == PageDirection.NEWER ? order < 0 : order > 0;
  }
}
