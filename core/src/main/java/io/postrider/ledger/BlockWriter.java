package io.postrider.ledger;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes entries into a block: dictionaries of targets, subjects and details, then the entries,
 * each by its difference from the one before. An entry of a delivery at its first attempt takes
 * about 20 bytes.
 *
 * <p>Belongs to one thread. {@code docs/ledger-format.md} describes the format.
 */
public final class BlockWriter {

  /** The most bytes of an answer that an entry keeps. */
  public static final int MAX_ANSWER_BYTES = 1024;

  private static final int FIRST_BYTES = 8 * 1024;

  private final Map<LedgerTarget, Integer> targets = new HashMap<>();
  private final Map<LedgerSubject, Integer> subjects = new HashMap<>();
  private final Map<String, Integer> details = new HashMap<>();
  private VarintWriter targetBytes = new VarintWriter(256);
  private VarintWriter subjectBytes = new VarintWriter(256);
  private VarintWriter detailBytes = new VarintWriter(16);
  private VarintWriter entries = new VarintWriter(FIRST_BYTES);
  private int count;
  private long lastOffset;
  private long lastMillis;
  private @Nullable LedgerTarget lastTarget;
  private int lastTargetIndex;
  private @Nullable LedgerSubject lastSubject;
  private int lastSubjectIndex;

  /** The number of entries since the last {@link #take}. */
  public int count() {
    return count;
  }

  /** The size of the block so far. */
  public int sizeBytes() {
    return entries.length() + targetBytes.length() + subjectBytes.length() + detailBytes.length();
  }

  /** Adds an entry; an answer is cut at {@link #MAX_ANSWER_BYTES}. */
  public void add(LedgerEntry entry) {
    LedgerEntry.SentAttempt attempt = entry.attempt();
    Failure failure = entry.failure();
    FinalStatus end = entry.end();
    String detail = entry.detail();
    byte[] answer = attempt == null ? null : attempt.answer();
    entries.octet(
        (attempt == null ? 0 : EntryFlags.ATTEMPT)
            | (end == null ? 0 : EntryFlags.END)
            | (entry.replay() ? EntryFlags.REPLAY : 0)
            | (failure == null ? 0 : EntryFlags.FAILURE)
            | (answer == null ? 0 : EntryFlags.ANSWER)
            | (entry.userHash() == 0 ? 0 : EntryFlags.USER)
            | (detail == null ? 0 : EntryFlags.DETAIL));
    entries.number(index(entry.target()));
    entries.number(index(entry.subject()));
    entries.signed(entry.offset() - lastOffset);
    entries.signed(entry.atMillis() - lastMillis);
    entries.number(entry.round());
    if (entry.userHash() != 0) {
      entries.fixed(entry.userHash());
    }
    if (attempt != null) {
      entries.number(attempt.status());
      entries.number(Math.max(0, attempt.latencyMicros()));
      entries.number(attempt.bytes());
    }
    if (failure != null) {
      entries.octet(
          failure.reason().code()
              | (failure.refused() ? EntryFlags.REFUSED : 0)
              | (failure.held() ? EntryFlags.HELD : 0));
      entries.number(failure.status());
    }
    if (end != null) {
      entries.octet(end.code());
    }
    if (detail != null) {
      entries.number(index(detail));
    }
    if (answer != null) {
      entries.array(answer, Math.min(answer.length, MAX_ANSWER_BYTES));
    }
    lastOffset = entry.offset();
    lastMillis = entry.atMillis();
    count++;
  }

  /** Returns the block and begins the next one; there must be an entry. */
  public byte[] take() {
    if (count == 0) {
      throw new IllegalStateException("a block without entries");
    }
    VarintWriter head = new VarintWriter(32);
    head.octet(EntryFlags.VERSION);
    head.number(count);
    head.number(targets.size());
    head.number(subjects.size());
    head.number(details.size());
    byte[] block = head.joined(targetBytes, subjectBytes, detailBytes, entries);
    targets.clear();
    subjects.clear();
    details.clear();
    targetBytes = new VarintWriter(256);
    subjectBytes = new VarintWriter(256);
    detailBytes = new VarintWriter(16);
    entries = new VarintWriter(Math.max(FIRST_BYTES, entries.length()));
    count = 0;
    lastOffset = 0;
    lastMillis = 0;
    lastTarget = null;
    lastSubject = null;
    return block;
  }

  @SuppressWarnings("ReferenceEquality") // most entries repeat the target of the one before
  private int index(LedgerTarget target) {
    if (target == lastTarget) {
      return lastTargetIndex;
    }
    Integer known = targets.get(target);
    int index = known == null ? targets.size() : known;
    if (known == null) {
      targets.put(target, index);
      targetBytes.fixed(target.destination());
      targetBytes.text(target.url());
    }
    lastTarget = target;
    lastTargetIndex = index;
    return index;
  }

  @SuppressWarnings("ReferenceEquality") // many entries repeat the subject of the one before
  private int index(LedgerSubject subject) {
    if (subject == lastSubject) {
      return lastSubjectIndex;
    }
    Integer known = subjects.get(subject);
    int index = known == null ? subjects.size() : known;
    if (known == null) {
      subjects.put(subject, index);
      subjectBytes.fixed(subject.source());
      subjectBytes.octet(subject.type());
      subjectBytes.text(subject.event());
    }
    lastSubject = subject;
    lastSubjectIndex = index;
    return index;
  }

  private int index(String detail) {
    Integer known = details.get(detail);
    if (known != null) {
      return known;
    }
    int index = details.size();
    details.put(detail, index);
    detailBytes.text(detail);
    return index;
  }
}
