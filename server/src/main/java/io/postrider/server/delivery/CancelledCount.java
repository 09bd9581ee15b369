package io.postrider.server.delivery;

import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.CatchUpResult;
import io.postrider.server.delivery.reader.RecordSelection;

/**
 * Counts how many messages of a cancelled stretch of the log were for the destination: it reads the
 * stretch, a piece at a time and in line with whoever else is behind. Belongs to its lane's loop.
 */
final class CancelledCount {

  private static final int MOST_AT_ONCE = 1_000;

  private final PartitionDelivery lane;
  private final RecordSelection selection;
  private final long toOffset;

  private CancelledCount(PartitionDelivery lane, long toOffset) {
    this.lane = lane;
    this.selection = lane.outbound().selection();
    this.toOffset = toOffset;
  }

  /** Counts a stretch, by what the destination takes now; the count shows as it goes on. */
  static void start(PartitionDelivery lane, long fromOffset, long toOffset) {
    new CancelledCount(lane, toOffset).goOn(fromOffset);
  }

  private void goOn(long fromOffset) {
    DestinationWorker outbound = lane.outbound();
    outbound
        .reading()
        .feed(
            new CatchUpRequest(
                lane.partition(),
                fromOffset,
                MOST_AT_ONCE,
                DestinationWorker.REPLAY_BYTES,
                selection,
                () -> toOffset,
                feed -> outbound.later(() -> counted(fromOffset, feed))));
  }

  private void counted(long fromOffset, CatchUpResult feed) {
    lane.outbound().watch().cancelled(feed.found().size());
    if (feed.to() < toOffset && feed.to() > fromOffset) {
      goOn(feed.to());
    }
  }
}
