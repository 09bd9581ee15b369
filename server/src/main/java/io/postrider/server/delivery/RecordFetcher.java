package io.postrider.server.delivery;

import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.ReadRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * What the lanes of a loop want read. Belongs to the loop: single records are gathered during an
 * input and asked for together behind it.
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

  /** Asks for what was gathered. */
  void flush() {
    if (!wanted.isEmpty()) {
      catchUp.read(wanted);
      wanted = new ArrayList<>();
    }
  }
}
