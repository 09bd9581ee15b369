package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queued appends of one commit, divided into batches. An append is never divided. */
final class CommitPlan {

  /**
   * The appends of a batch.
   *
   * @param until the first append after the batch, or null
   */
  record Batch(
      PendingAppend first, @Nullable PendingAppend until, int bodyBytes, int appends, int records) {

    /** The size in the file. */
    int sizeBytes() {
      return BatchCodec.sizeBytes(bodyBytes);
    }

    /** The next append of the batch, or null. */
    @Nullable PendingAppend after(PendingAppend append) {
      return append.next == until ? null : append.next;
    }
  }

  private final List<Batch> batches = new ArrayList<>();
  private int sizeBytes;
  private int bodyBytes;
  private int appends;
  private int records;

  /** Takes appends up to the limits; at least the first one, however large it is. */
  CommitPlan(PendingAppend first, int maxBatchBytes, int maxCommitBytes) {
    PendingAppend next = first;
    while (next != null) {
      Batch batch = batch(next, maxBatchBytes);
      if (next != first && sizeBytes + batch.sizeBytes() > BatchCodec.sizeBytes(maxCommitBytes)) {
        return;
      }
      batches.add(batch);
      sizeBytes += batch.sizeBytes();
      bodyBytes += batch.bodyBytes();
      appends += batch.appends();
      records += batch.records();
      next = batch.until();
    }
  }

  private static Batch batch(PendingAppend first, int maxBytes) {
    int bodyBytes = 0;
    int appends = 0;
    int records = 0;
    PendingAppend until = first;
    while (until != null && (until == first || bodyBytes + until.weightBytes <= maxBytes)) {
      bodyBytes += until.weightBytes;
      appends++;
      records += until.count;
      until = until.next;
    }
    return new Batch(first, until, bodyBytes, appends, records);
  }

  List<Batch> batches() {
    return batches;
  }

  /** The first append after the commit, or null. */
  @Nullable PendingAppend until() {
    return batches.getLast().until();
  }

  /** The size in the file. */
  int sizeBytes() {
    return sizeBytes;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  int appends() {
    return appends;
  }

  int records() {
    return records;
  }
}
