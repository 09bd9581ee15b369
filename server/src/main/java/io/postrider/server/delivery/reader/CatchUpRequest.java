package io.postrider.server.delivery.reader;

import io.postrider.delivery.Candidate;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The request of a destination that is behind. Belongs to the thread that serves it. */
public final class CatchUpRequest {

  /**
   * The result of a request.
   *
   * @param from the start of the scan; later than requested if retention has deleted records
   * @param to the end of the scan; records before it are found or not for the destination
   * @param found in order; the records hold their blocks in memory, so do not store them
   */
  public record Result(long from, long to, List<Candidate> found) {}

  /** How many blocks are scanned before the request completes, even without results. */
  private static final int MAX_BLOCKS = 64;

  /** The most bytes of a result, unless one message is larger. */
  private static final long MAX_BYTES = 1 << 20;

  private final int partition;
  private final RecordSelection selection;
  private final int maxMessages;
  private final long maxBytes;
  private final LongSupplier limit;
  private final Consumer<Result> answer;
  private final List<Candidate> found = new ArrayList<>();
  private long from;
  private long next;
  private long bytes;
  private int owned;
  private int blocks;

  /**
   * @param limit the end of the scan, such as the live position; read repeatedly
   * @param answer called once, on a reader thread
   */
  public CatchUpRequest(
      int partition,
      long from,
      int maxMessages,
      long maxBytes,
      RecordSelection selection,
      LongSupplier limit,
      Consumer<Result> answer) {
    this.partition = partition;
    this.from = from;
    this.next = from;
    this.maxMessages = maxMessages;
    this.maxBytes = Math.min(maxBytes, MAX_BYTES);
    this.selection = selection;
    this.limit = limit;
    this.answer = answer;
  }

  int partition() {
    return partition;
  }

  long next() {
    return next;
  }

  /** Skips deleted offsets; returns whether to continue there. */
  boolean continueFrom(long firstOffset) {
    if (next > from) {
      return false; // the gap must show between two results
    }
    next = Math.max(next, firstOffset);
    from = next;
    return true;
  }

  /** Takes the selected records of the block that contains the next offset. */
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

  /** Copies the found records, so that a queued request does not hold blocks in memory. */
  void own() {
    for (; owned < found.size(); owned++) {
      Candidate candidate = found.get(owned);
      found.set(owned, new Candidate(candidate.offset(), candidate.record().copy()));
    }
  }

  boolean isDone() {
    return isFull() || blocks >= MAX_BLOCKS || next >= limit.getAsLong();
  }

  void complete() {
    answer.accept(new Result(from, next, found));
  }
}
