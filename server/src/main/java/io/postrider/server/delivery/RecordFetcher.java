package io.postrider.server.delivery;

import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.ReadRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the read requests of a loop. Belongs to the loop. Single records are collected during an
 * input and requested together after it.
 */
final class RecordFetcher {

  private final CatchUpReader catchUp;
  private List<ReadRequest> wanted = new ArrayList<>();

  RecordFetcher(CatchUpReader catchUp) {
    this.catchUp = catchUp;
  }

  void read(ReadRequest request) {
    wanted.add(request);
  }

  void feed(CatchUpRequest request) {
    catchUp.feed(request);
  }

  /** Sends the collected requests. */
  void flush() {
    if (!wanted.isEmpty()) {
      catchUp.read(wanted);
      wanted = new ArrayList<>();
    }
  }
}
