package io.postrider.server.deliver;

import io.postrider.server.deliver.read.Feed;
import io.postrider.server.deliver.read.FeedRequest;
import io.postrider.server.deliver.read.Selection;

/**
 * Counts how many messages of a cancelled stretch of the log were for the destination: it reads the
 * stretch, a piece at a time and in line with whoever else is behind. Belongs to its lane's loop.
 */
final class CancelledCount {

  private static final int MOST_AT_ONCE = 1_000;

  private final Lane lane;
  private final Selection selection;
  private final long toOffset;

  private CancelledCount(Lane lane, long toOffset) {
    this.lane = lane;
    this.selection = lane.outbound().selection();
    this.toOffset = toOffset;
  }

  /** Counts a stretch, by what the destination takes now; the count shows as it goes on. */
  static void start(Lane lane, long fromOffset, long toOffset) {
    new CancelledCount(lane, toOffset).goOn(fromOffset);
  }

  private void goOn(long fromOffset) {
    Outbound outbound = lane.outbound();
    outbound
        .reading()
        .feed(
            new FeedRequest(
                lane.partition(),
                fromOffset,
                MOST_AT_ONCE,
                Outbound.REPLAY_BYTES,
                selection,
                () -> toOffset,
                feed -> outbound.later(() -> counted(fromOffset, feed))));
  }

  private void counted(long fromOffset, Feed feed) {
    lane.outbound().watch().cancelled(feed.found().size());
    if (feed.to() < toOffset && feed.to() > fromOffset) {
      goOn(feed.to());
    }
  }
}
