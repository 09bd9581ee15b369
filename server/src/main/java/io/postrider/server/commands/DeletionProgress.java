package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * How far requests have come, counted from what the service tells of them.
 *
 * @param over how many of the requests are over
 * @param ended how many deletes have ended, well or not
 * @param failed how many of those did not reach their receiver
 */
record DeletionProgress(
    int requests, int over, int unfinished, long waiting, long ended, long failed) {

  private static final int WIDTH = 30;

  static DeletionProgress none() {
    return new DeletionProgress(0, 0, 0, 0, 0, 0);
  }

  /** This and one request more, as the service shows it. */
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
    boolean isOver = !status.equals("INITIALIZED") && !status.equals("RUNNING");
    return new DeletionProgress(
        requests + 1,
        over + (isOver ? 1 : 0),
        unfinished + (isOver && !status.equals("FINISHED") ? 1 : 0),
        waiting + moreWaiting,
        ended + delivered + moreFailed,
        failed + moreFailed);
  }

  boolean isOver() {
    return over == requests;
  }

  /** Whether every receiver has confirmed. */
  boolean isGood() {
    return isOver() && unfinished == 0;
  }

  /** One line for people. */
  String line() {
    long all = waiting + ended;
    double share = isOver() ? 1 : all == 0 ? 0 : (double) ended / all;
    int full = (int) (WIDTH * share);
    return String.format(
        Locale.ROOT,
        "[%s%s] %d of %d requests over, %,d deletes ended, %,d waiting, %,d failed",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        over,
        requests,
        ended,
        waiting,
        failed);
  }
}
