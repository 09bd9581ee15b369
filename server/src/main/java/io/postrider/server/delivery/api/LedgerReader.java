package io.postrider.server.delivery.api;

import io.postrider.ledger.HiddenEntries;
import io.postrider.server.folder.SetAsideLog;
import io.postrider.server.ledger.LedgerFeature;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.index.LedgerCoverage;
import io.postrider.server.ledger.index.LedgerSearch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Reads the ledger without the entries of deleted users. May be called from any thread. */
public final class LedgerReader {

  private final LedgerFeature ledger;
  private final LedgerSearch search;
  private final BooleanSupplier hidesAny;
  private final InstantSource clock;

  /**
   * @param hidden entries that no answer shows
   * @param hidesAny whether there may be such entries now
   */
  public LedgerReader(
      LedgerFeature ledger, HiddenEntries hidden, BooleanSupplier hidesAny, InstantSource clock) {
    this.ledger = ledger;
    this.hidesAny = hidesAny;
    this.clock = clock;
    this.search = ledger.search(hidden);
  }

  LedgerSearch search() {
    return search;
  }

  Instant now() {
    return clock.instant();
  }

  /** Whether entries of deleted users are hidden; numbers of entries include them. */
  boolean hidesUsers() {
    return hidesAny.getAsBoolean();
  }

  LedgerCoverage coverage() {
    return ledger.coverage();
  }

  /** The damaged ledgers that were set aside, latest first, a bounded number. */
  List<SetAsideLog> damaged() {
    return ledger.damaged();
  }

  /** All gaps, latest first, a bounded number. */
  List<LedgerGap> gaps() {
    return ledger.gaps().since(Instant.EPOCH);
  }
}
