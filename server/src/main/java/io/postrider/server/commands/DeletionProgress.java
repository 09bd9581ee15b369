package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * The progress of regulations, as the admin API shows them.
 *
 * @param incomplete how many finished regulations were not confirmed by every receiver
 * @param waiting how many deletes are not delivered yet
 * @param settled how many deletes were delivered or failed
 */
record DeletionProgress(
    int regulations, int finished, int incomplete, long waiting, long settled, long failed) {

  static final DeletionProgress NONE = new DeletionProgress(0, 0, 0, 0, 0, 0);

  /** Adds one regulation. */
  DeletionProgress plus(JsonNode regulation) {
    long moreWaiting = 0;
    long delivered = 0;
    long moreFailed = 0;
    for (JsonNode source : regulation.path("overview")) {
      for (JsonNode to : source.path("destinations")) {
        moreWaiting += to.path("waiting").asLong();
        delivered += to.path("delivered").asLong();
        moreFailed +=
            to.path("failed").asLong()
                + to.path("cancelled").asLong()
                + to.path("expired").asLong();
      }
    }
    String status = regulation.path("status").asText();
    boolean ended = !status.equals("INITIALIZED") && !status.equals("RUNNING");
    return new DeletionProgress(
        regulations + 1,
        finished + (ended ? 1 : 0),
        incomplete + (ended && !status.equals("FINISHED") ? 1 : 0),
        waiting + moreWaiting,
        settled + delivered + moreFailed,
        failed + moreFailed);
  }

  boolean isFinished() {
    return finished == regulations;
  }

  /** Whether every receiver confirmed. */
  boolean isConfirmed() {
    return isFinished() && incomplete == 0;
  }

  String line() {
    long total = waiting + settled;
    double share = isFinished() ? 1 : total == 0 ? 0 : (double) settled / total;
    return String.format(
        Locale.ROOT,
        "%s %d of %d regulations finished, %,d deletes settled, %,d waiting, %,d failed",
        ProgressBar.bar(share),
        finished,
        regulations,
        settled,
        waiting,
        failed);
  }
}
