package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import java.util.List;

/**
 * Starts, lists and cancels replays, on one node or on all together. May be called from any thread
 * but an event loop. Every method may throw {@link
 * io.postrider.server.database.DatabaseUnavailableException}.
 */
public interface ReplayControl {

  /** A range of offsets of one partition. */
  record Span(int partition, long from, long to) {}

  /** Starts a replay of some spans, unless one is running. It is durable when this returns. */
  Replays.Start start(DestinationId id, List<Span> spans, ReplayOrder order);

  /** The latest replays, newest first. */
  List<ReplayStatus> list(DestinationId id);

  /** Cancels a replay if it is running. */
  void cancel(DestinationId id, long replay);
}
