package io.postrider.server.background;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Repeats that a test decides. */
final class KnownRepeats implements RepeatedRecords {

  private final Set<Long> offsets = new HashSet<>();
  private volatile long knownTo;

  /** From now on all repeats before an offset are known: those told so far, and these. */
  KnownRepeats know(long to, Long... more) {
    offsets.addAll(Set.of(more));
    knownTo = to;
    return this;
  }

  @Override
  public long knownTo(int partition) {
    return knownTo;
  }

  @Override
  public Set<Long> between(int partition, long from, long to) {
    return offsets.stream()
        .filter(offset -> offset >= from && offset < to)
        .collect(Collectors.toSet());
  }
}
