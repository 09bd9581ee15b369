package io.postrider.ledger;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records in the ledger what a machine does: its attempts and the ends of its deliveries. Belongs
 * to the machine's thread.
 *
 * <p>The end of a delivery that an attempt brings is part of that attempt's entry: {@link
 * #attempted} comes before the machine is told, {@link #write} after.
 */
public final class DeliveryEntries {

  private static final int MAX_DETAIL = 256;

  /** The target of a message that its source's rules block. */
  private static final LedgerTarget EVERY_DESTINATION = new LedgerTarget(0, "");

  /** A round that was sent: what its attempts have in common. */
  public record SentRound(int number, boolean replay, LedgerSubject subject, int bytes) {}

  /** Collects entries until a flush takes them. */
  public interface Recorder {

    void add(int partition, LedgerEntry entry);

    /** Whether it collects anything. */
    default boolean isOn() {
      return true;
    }
  }

  /** A message that was read: what its entry says of it. */
  public record Described(LedgerSubject subject, long userHash) {}

  /**
   * A message that is not sent.
   *
   * @param toAll whether it is sent to no destination, because its source's rules block it
   * @param filter what dropped it
   */
  public record SkippedMessage(
      long offset, LedgerSubject subject, long userHash, boolean toAll, String filter) {}

  private final int partition;
  private final Recorder recorder;
  private final LedgerTarget destination;

  /** The subjects of open deliveries of which a round failed. */
  private final Map<Long, LedgerSubject> subjects = new HashMap<>();

  private long attemptOffset = -1;
  private @Nullable FinalStatus ended;
  private @Nullable String filter;

  public DeliveryEntries(int partition, Recorder recorder, long destination) {
    this.partition = partition;
    this.recorder = recorder;
    this.destination = new LedgerTarget(destination, "");
  }

  /** An attempt ended, and the machine is about to be told. */
  public void attempted(Attempt attempt) {
    attemptOffset = attempt.offset();
    ended = null;
  }

  /** Writes the entry of the attempt, with the end of its delivery if it had one. */
  public void write(
      LedgerTarget target,
      Attempt attempt,
      SentRound round,
      Outcome outcome,
      LedgerEntry.SentAttempt sent,
      long wallMillis) {
    attemptOffset = -1;
    Outcome.Failure failed = outcome instanceof Outcome.Failure failure ? failure : null;
    Failure failure = failed == null ? null : Failure.of(failed);
    String detail =
        failed == null || Failure.of(failed).status() > 0 ? null : shortened(failed.detail());
    FinalStatus end = ended;
    ended = null;
    if (!recorder.isOn()) {
      return;
    }
    recorder.add(
        partition,
        new LedgerEntry(
            target,
            round.subject(),
            attempt.offset(),
            attempt.userHash(),
            wallMillis,
            round.replay(),
            round.number(),
            sent,
            failure,
            end,
            detail));
    if (end == null && failed != null) {
      subjects.put(attempt.offset(), round.subject());
    }
  }

  private static String shortened(String detail) {
    return detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL);
  }

  /** What drops the message that is about to be sent; null if nothing does. */
  public void filteredBy(@Nullable String name) {
    filter = name;
  }

  /** A message that was for the destination is not sent there, or to no destination at all. */
  public void skipped(SkippedMessage message, long wallMillis) {
    recorder.add(
        partition,
        new LedgerEntry(
            message.toAll() ? EVERY_DESTINATION : destination,
            message.subject(),
            message.offset(),
            message.userHash(),
            wallMillis,
            false,
            0,
            null,
            null,
            FinalStatus.FILTERED,
            message.filter()));
  }

  /**
   * A delivery ended.
   *
   * @param userHash 0 if unknown
   */
  public void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay,
      long wallMillis) {
    if (!recorder.isOn()) {
      return;
    }
    LedgerSubject known = subjects.remove(offset);
    if (offset == attemptOffset) {
      ended = status;
      return;
    }
    Described message = new Described(known == null ? LedgerSubject.UNKNOWN : known, userHash);
    add(offset, message, status, rounds, failure, replay, wallMillis);
  }

  /** A replay ended without success, and its message stays delivered: its attempts are told. */
  public void stayedDelivered(long offset) {
    subjects.remove(offset);
  }

  /** A delivery ended without any round. */
  public void doneUnsent(
      long offset,
      Described message,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long wallMillis) {
    add(offset, message, status, 0, failure, replay, wallMillis);
  }

  private void add(
      long offset,
      Described message,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay,
      long wallMillis) {
    recorder.add(
        partition,
        new LedgerEntry(
            destination,
            message.subject(),
            offset,
            message.userHash(),
            wallMillis,
            replay,
            rounds,
            null,
            status == FinalStatus.FAILED ? failure : null,
            status,
            status == FinalStatus.FILTERED ? filter : null));
  }
}
