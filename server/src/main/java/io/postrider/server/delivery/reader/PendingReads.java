package io.postrider.server.delivery.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Single records that are wanted, in the order of the log. Not safe for use by many threads. */
final class PendingReads {

  private static final int MOST_AT_ONCE = 256;

  private final PriorityQueue<ReadRequest> waiting =
      new PriorityQueue<>(
          Comparator.comparingInt(ReadRequest::partition).thenComparingLong(ReadRequest::offset));

  void add(ReadRequest request) {
    waiting.add(request);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The first ones, in order. */
  List<ReadRequest> take() {
    List<ReadRequest> taken = new ArrayList<>();
    ReadRequest next;
    while (taken.size() < MOST_AT_ONCE && (next = waiting.poll()) != null) {
      taken.add(next);
    }
    return taken;
  }
}
