package io.postrider.server.ledger;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gaps of one stretch of time: one for each destination, partition and reason. Belongs to one
 * thread.
 */
public final class LedgerGaps {

  record Key(DestinationId destination, int partition, GapReason reason) {

    static Key of(LedgerGap gap) {
      return new Key(gap.destination(), gap.partition(), gap.reason());
    }
  }

  private final Map<Key, LedgerGap> gaps = new LinkedHashMap<>();

  /** Adds an entry that is not recorded. */
  void add(int partition, LedgerEntry entry) {
    Instant at = Instant.ofEpochMilli(entry.atMillis());
    add(
        new LedgerGap(
            new DestinationId(entry.target().destination()),
            partition,
            at,
            at,
            entry.offset(),
            entry.offset(),
            1,
            GapReason.NOT_WRITTEN));
  }

  /** Adds the entries of a block that is not recorded. */
  void add(LedgerRecorder.TakenBlock block) {
    LedgerBlock entries = LedgerBlock.of(ByteBuffer.wrap(block.bytes()));
    while (entries.next()) {
      add(block.partition(), entries.entry());
    }
  }

  /** Adds the gaps of another stretch. */
  public void addAll(Collection<LedgerGap> others) {
    others.forEach(this::add);
  }

  private void add(LedgerGap gap) {
    gaps.merge(Key.of(gap), gap, LedgerGap::join);
  }

  public List<LedgerGap> list() {
    return List.copyOf(gaps.values());
  }

  public boolean isEmpty() {
    return gaps.isEmpty();
  }
}
