package io.postrider.server.ledger;

import java.time.Instant;
import java.util.List;

/** Reads the gaps of the ledger. They are saved with the cursors that went on without it. */
public interface GapStore {

  /** The gaps that ended at or after a time, latest first, a bounded number. */
  List<LedgerGap> since(Instant time);

  /** Removes gaps that ended before a time, because the entries around them have expired. */
  void forgetBefore(Instant time);
}
