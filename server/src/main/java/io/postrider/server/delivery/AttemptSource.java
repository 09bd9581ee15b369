package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.stats.AttemptSample;
import java.util.List;

/**
 * The sampled attempts, of one node or of all together. May be called from any thread but an event
 * loop; may block for some seconds.
 */
@FunctionalInterface
public interface AttemptSource {

  /** The sampled attempts at a destination, newest first; their number is bounded. */
  List<AttemptSample> attempts(DestinationId id);
}
