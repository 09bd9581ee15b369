package io.postrider.server.commands.importer;

import java.time.Duration;
import java.util.List;

/** What the tracking API answered to a batch. */
public sealed interface BatchAnswer {

  /** A call that was not accepted. */
  record Rejection(int index, String code, String message) {}

  /** Every call was accepted or rejected by itself. */
  record Settled(List<Rejection> rejected) implements BatchAnswer {

    public Settled {
      rejected = List.copyOf(rejected);
    }
  }

  /**
   * The service cannot take it now, or did not answer.
   *
   * @param pause the least time before the next try
   */
  record Busy(String reason, Duration pause) implements BatchAnswer {}

  /** The batch as a whole is wrong; smaller ones may not be. */
  record Unreadable(String code, String message) implements BatchAnswer {}

  /** No batch will be accepted: the key is wrong, or the service is another one. */
  record Refused(String reason) implements BatchAnswer {}
}
