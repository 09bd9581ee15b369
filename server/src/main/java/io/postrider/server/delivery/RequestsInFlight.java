package io.postrider.server.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Counts requests that have no answer yet. Belongs to a loop. */
final class RequestsInFlight {

  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private int count;

  void began() {
    count++;
  }

  void finished() {
    count--;
    tellIfNone();
  }

  /** Completes a future when no request is in flight. */
  void whenNone(CompletableFuture<Void> none) {
    waiting.add(none);
    tellIfNone();
  }

  private void tellIfNone() {
    if (count == 0 && !waiting.isEmpty()) {
      List<CompletableFuture<Void>> told = List.copyOf(waiting);
      waiting.clear();
      told.forEach(none -> none.complete(null));
    }
  }
}
