package io.postrider.server.delivery.reader;

import io.postrider.delivery.Candidate;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A destination that is behind and asks for more. Belongs to one thread at a time: whoever serves
 * it.
 */
public final class CatchUpRequest {

  /** How much of the log is looked through before an answer, even if nothing was found. */
  private static final int MOST_BLOCKS = 64;

  /** How many bytes an answer has at most, or one message. */
  private static final long MOST_BYTES = 1 << 20;

  private final int partition;
  private final RecordSelection selection;
  private final int maxMessages;
  private final long maxBytes;
  private final LongSupplier limit;
  private final Consumer<CatchUpResult> answer;
  private final List<Candidate> found = new ArrayList<>();
  private long from;
  private long next;
  private long bytes;
  private int owned;
  private int blocks;

  /**
   * @param limit how far the loop of the destination has read live; asked whenever it matters
   * @param answer called once, on a reading thread
   */
  public CatchUpRequest(
      int partition,
      long from,
      int maxMessages,
      long maxBytes,
      RecordSelection selection,
      LongSupplier limit,
      Consumer<CatchUpResult> answer) {
    this.partition = partition;
    this.from = from;
    this.next = from;
    this.maxMessages = maxMessages;
    this.maxBytes = Math.min(maxBytes, MOST_BYTES);
    this.selection = selection;
    this.limit = limit;
    this.answer = answer;
  }

  int partition() {
    return partition;
  }

  /** Where it goes on. */
  long next() {
    return next;
  }

  /** What lies before an offset is gone; answers whether that is worth going on behind it. */
  boolean goOnFrom(long firstOffset) {
    if (next > from) {
      return false; // the gap must show as one between two answers
    }
    next = Math.max(next, firstOffset);
    from = next;
    return true;
  }

  /** Takes what it can from the block that holds its next offset. */
  void serve(Block block) {
    blocks++;
    long end = Math.min(block.to(), limit.getAsLong());
    int stopped =
        block.visit(
            (int) (next - block.from()),
            selection.sources(),
            selection.destination(),
            place -> take(block, place, end));
    next = Math.max(next, Math.min(block.offset(stopped), end));
  }

  private boolean take(Block block, int place, long end) {
    long offset = block.offset(place);
    if (offset >= end || isFull()) {
      return false;
    }
    RecordView record = block.view(place);
    if (selection.takes(partition, offset, record)) {
      found.add(new Candidate(offset, record));
      bytes += record.lengthBytes();
    }
    return true;
  }

  private boolean isFull() {
    return found.size() >= maxMessages || (bytes >= maxBytes && !found.isEmpty());
  }

  boolean hasFound() {
    return !found.isEmpty();
  }

  /** Gives what was found bytes of its own, so that waiting in line keeps no blocks in memory. */
  void own() {
    for (; owned < found.size(); owned++) {
      Candidate candidate = found.get(owned);
      found.set(owned, new Candidate(candidate.offset(), candidate.record().copy()));
    }
  }

  /** Whether there is nothing more to do for now. */
  boolean isDone() {
    return isFull() || blocks >= MOST_BLOCKS || next >= limit.getAsLong();
  }

  void complete() {
    answer.accept(new CatchUpResult(from, next, found));
  }
}
