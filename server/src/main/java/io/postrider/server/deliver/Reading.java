package io.postrider.server.deliver;

import io.postrider.server.deliver.read.CatchUp;
import io.postrider.server.deliver.read.FeedRequest;
import io.postrider.server.deliver.read.ReadRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * What the lanes of a loop want read. Belongs to the loop: single records are gathered during an
 * input and asked for together behind it.
 */
final class Reading {

  private final CatchUp catchUp;
  private List<ReadRequest> wanted = new ArrayList<>();

  Reading(CatchUp catchUp) {
    this.catchUp = catchUp;
  }

  void read(ReadRequest request) {
    wanted.add(request);
  }

  void feed(FeedRequest request) {
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
