package io.postrider.server.delivery;

import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.CatchUpResult;
import io.postrider.server.delivery.reader.RecordSelection;

/**
 * Counts how many messages of a cancelled log span were for the destination. Reads the span in
 * parts, through the catch-up reader. Belongs to the loop.
 */
final class CancelledCount {

  private static final int MAX_BATCH = 1_000;

  private final PartitionDelivery delivery;
  private final RecordSelection selection;
  private final long toOffset;

  private CancelledCount(PartitionDelivery delivery, long toOffset) {
    this.delivery = delivery;
    this.selection = delivery.worker().selection();
    this.toOffset = toOffset;
  }

  /** Counts a span by the present selection of the destination; the count grows as it reads. */
  static void start(PartitionDelivery delivery, long fromOffset, long toOffset) {
    new CancelledCount(delivery, toOffset).goOn(fromOffset);
  }

  private void goOn(long fromOffset) {
    DestinationWorker worker = delivery.worker();
    worker
        .fetcher()
        .feed(
            new CatchUpRequest(
                delivery.partition(),
                fromOffset,
                MAX_BATCH,
                DestinationWorker.REPLAY_BYTES,
                selection,
                () -> toOffset,
                feed -> worker.later(() -> counted(fromOffset, feed))));
  }

  private void counted(long fromOffset, CatchUpResult feed) {
    delivery.worker().recorder().cancelled(feed.found().size());
    if (feed.to() < toOffset && feed.to() > fromOffset) {
      goOn(feed.to());
    }
  }
}
