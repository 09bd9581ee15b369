package io.postrider.ledger;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of one block in order: {@link #next} moves to an entry, the other methods
 * describe it. Belongs to one thread.
 */
public final class LedgerBlock {

  /** No block has more entries or dictionary words; a damaged count allocates no more. */
  private static final int MAX_COUNT = 1 << 20;

  private static final int MAX_STATUS = 999;

  private final VarintReader in;
  private final List<LedgerTarget> targets = new ArrayList<>();
  private final List<LedgerSubject> subjects = new ArrayList<>();
  private final List<String> details = new ArrayList<>();
  private final int count;
  private int read;
  private int flags;
  private int target;
  private int subject;
  private int detail;
  private long offset;
  private long atMillis;
  private long userHash;
  private int round;
  private int status;
  private long latencyMicros;
  private int bytes;
  private int failureCode;
  private int failureStatus;
  private int endCode;
  private byte @Nullable [] answer;

  private LedgerBlock(ByteBuffer block) {
    in = new VarintReader(block);
    int version = in.octet();
    if (version != EntryFlags.VERSION) {
      throw new LedgerCorruptException("A ledger block has version " + version + ".");
    }
    count = in.atMost(MAX_COUNT, "entries");
    int targetCount = in.atMost(MAX_COUNT, "targets");
    int subjectCount = in.atMost(MAX_COUNT, "subjects");
    int detailCount = in.atMost(MAX_COUNT, "details");
    for (int i = 0; i < targetCount; i++) {
      targets.add(new LedgerTarget(in.fixed(), in.text()));
    }
    for (int i = 0; i < subjectCount; i++) {
      subjects.add(new LedgerSubject(in.fixed(), in.octet(), in.text()));
    }
    for (int i = 0; i < detailCount; i++) {
      details.add(in.text());
    }
  }

  /**
   * Begins to read a block.
   *
   * @throws LedgerCorruptException here or in {@link #next} if it is damaged
   */
  public static LedgerBlock of(ByteBuffer block) {
    return new LedgerBlock(block);
  }

  /** The number of entries. */
  public int count() {
    return count;
  }

  /** The targets that the entries refer to. */
  public List<LedgerTarget> targets() {
    return targets;
  }

  /** The subjects that the entries refer to. */
  public List<LedgerSubject> subjects() {
    return subjects;
  }

  /** Moves to the next entry; false after the last. */
  public boolean next() {
    if (read == count) {
      if (!in.isAtEnd()) {
        throw new LedgerCorruptException("A ledger block is longer than its entries.");
      }
      return false;
    }
    read++;
    flags = in.octet();
    if (!has(EntryFlags.ATTEMPT) && !has(EntryFlags.END)) {
      throw new LedgerCorruptException("A ledger block has an entry of no kind.");
    }
    target = in.atMost(targets.size() - 1, "as a target");
    subject = in.atMost(subjects.size() - 1, "as a subject");
    offset += in.signed();
    atMillis += in.signed();
    round = in.atMost(Integer.MAX_VALUE, "as a round");
    userHash = has(EntryFlags.USER) ? in.fixed() : 0;
    if (has(EntryFlags.ATTEMPT)) {
      status = in.atMost(MAX_STATUS, "as a status");
      latencyMicros = in.number();
      bytes = in.atMost(Integer.MAX_VALUE, "bytes");
    }
    if (has(EntryFlags.FAILURE)) {
      failureCode = in.octet();
      failureStatus = in.atMost(MAX_STATUS, "as a status");
    }
    endCode = has(EntryFlags.END) ? in.octet() : 0;
    detail = has(EntryFlags.DETAIL) ? in.atMost(details.size() - 1, "as a detail") : -1;
    answer = has(EntryFlags.ANSWER) ? in.array() : null;
    return true;
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** The index of the entry's target. */
  public int targetIndex() {
    return target;
  }

  /** The index of the entry's subject. */
  public int subjectIndex() {
    return subject;
  }

  public long offset() {
    return offset;
  }

  public long atMillis() {
    return atMillis;
  }

  public long userHash() {
    return userHash;
  }

  /** Whether something was sent. */
  public boolean isAttempt() {
    return has(EntryFlags.ATTEMPT);
  }

  /** The status of the response; 0 without one. */
  public int status() {
    return isAttempt() ? status : 0;
  }

  /** The failure; null if the attempt delivered, or there is none. */
  public @Nullable Failure failure() {
    if (!has(EntryFlags.FAILURE)) {
      return null;
    }
    FailureReason reason = FailureReason.ofCode(failureCode & EntryFlags.REASON_MASK);
    if (reason == null) {
      throw new LedgerCorruptException(
          "A ledger block has reason " + failureCode + ", which this version does not support.");
    }
    return new Failure(
        reason,
        failureStatus,
        (failureCode & EntryFlags.REFUSED) != 0,
        (failureCode & EntryFlags.HELD) != 0);
  }

  /** The final status; null if the delivery goes on. */
  public @Nullable FinalStatus end() {
    if (!has(EntryFlags.END)) {
      return null;
    }
    FinalStatus end = FinalStatus.ofCode(endCode);
    if (end == null) {
      throw new LedgerCorruptException(
          "A ledger block has status " + endCode + ", which this version does not support.");
    }
    return end;
  }

  /** The whole entry. */
  public LedgerEntry entry() {
    return new LedgerEntry(
        targets.get(target),
        subjects.get(subject),
        offset,
        userHash,
        atMillis,
        has(EntryFlags.REPLAY),
        round,
        isAttempt() ? new LedgerEntry.SentAttempt(status, latencyMicros, bytes, answer) : null,
        failure(),
        end(),
        detail < 0 ? null : details.get(detail));
  }
}
