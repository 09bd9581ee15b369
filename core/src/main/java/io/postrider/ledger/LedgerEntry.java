package io.postrider.ledger;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, the end of a delivery, or both: most deliveries are one attempt that ends them, and
 * one entry.
 *
 * @param offset of the message in its partition of the log
 * @param userHash the keyed hash of source and user; 0 if unknown
 * @param atMillis when it happened, by the wall clock
 * @param replay whether a replay delivers the message
 * @param round the number of the round, or of rounds so far; 0 if there was none
 * @param attempt null if nothing was sent
 * @param failure why the attempt failed, or why the delivery ended undelivered; or null
 * @param end the final status; null if the delivery goes on
 * @param detail the failure in words, without secrets, or what filtered the message; or null
 */
public record LedgerEntry(
    LedgerTarget target,
    LedgerSubject subject,
    long offset,
    long userHash,
    long atMillis,
    boolean replay,
    int round,
    @Nullable SentAttempt attempt,
    @Nullable Failure failure,
    @Nullable FinalStatus end,
    @Nullable String detail) {

  public LedgerEntry {
    if (attempt == null && end == null) {
      throw new IllegalArgumentException("an entry without an attempt and an end");
    }
  }

  /**
   * What was sent, and what came back.
   *
   * @param status of the response; 0 without one
   * @param bytes of the request's body
   * @param answer the beginning of the response's body; null if it is not kept. Do not modify
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record SentAttempt(int status, long latencyMicros, int bytes, byte @Nullable [] answer) {}
}
