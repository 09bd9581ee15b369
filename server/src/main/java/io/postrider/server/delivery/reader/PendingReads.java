package io.postrider.server.delivery.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Queued reads of single records, in log order. Not thread-safe. */
final class PendingReads {

  private static final int MAX_BATCH = 256;

  private final PriorityQueue<ReadRequest> waiting =
      new PriorityQueue<>(
          Comparator.comparingInt(ReadRequest::partition).thenComparingLong(ReadRequest::offset));

  void add(ReadRequest request) {
    waiting.add(request);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Takes the next batch, in order. */
  List<ReadRequest> take() {
    List<ReadRequest> taken = new ArrayList<>();
    ReadRequest next;
    while (taken.size() < MAX_BATCH && (next = waiting.poll()) != null) {
      taken.add(next);
    }
    return taken;
  }
}
