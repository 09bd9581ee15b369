package io.postrider.server.ledger.index;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an entry in {@value #BITS} bits: status, reason, held, sent and final status. Part
 * of the format of runs.
 */
final class EntryOutcome {

  static final int BITS = 22;

  private static final int STATUS_MASK = (1 << 10) - 1;
  private static final int REASON_SHIFT = 10;
  private static final int REASON_MASK = (1 << 6) - 1;
  private static final int HELD = 1 << 16;
  private static final int SENT = 1 << 17;
  private static final int END_SHIFT = 18;

  private EntryOutcome() {}

  /** The outcome of the block's current entry. */
  static int of(LedgerBlock block) {
    return of(block.isAttempt(), block.status(), block.failure(), block.end());
  }

  static int of(LedgerEntry entry) {
    LedgerEntry.SentAttempt attempt = entry.attempt();
    return of(
        attempt != null, attempt == null ? 0 : attempt.status(), entry.failure(), entry.end());
  }

  private static int of(
      boolean sent, int status, @Nullable Failure failure, @Nullable FinalStatus end) {
    return status
        | (failure == null ? 0 : failure.reason().code() << REASON_SHIFT)
        | (failure != null && failure.held() ? HELD : 0)
        | (sent ? SENT : 0)
        | (end == null ? 0 : end.code() << END_SHIFT);
  }

  /** The status of the response; 0 without one. */
  static int status(int outcome) {
    return outcome & STATUS_MASK;
  }

  static boolean isSent(int outcome) {
    return (outcome & SENT) != 0;
  }

  static boolean isFailure(int outcome) {
    return (outcome >> REASON_SHIFT & REASON_MASK) != 0;
  }

  /** The reason to show; empty without a failure. */
  static String reason(int outcome) {
    FailureReason reason = FailureReason.ofCode(outcome >> REASON_SHIFT & REASON_MASK);
    return reason == null ? "" : new Failure(reason, 0, false, (outcome & HELD) != 0).shownReason();
  }

  /** The final status; null if the delivery goes on. */
  static @Nullable FinalStatus end(int outcome) {
    return FinalStatus.ofCode(outcome >> END_SHIFT);
  }
}
