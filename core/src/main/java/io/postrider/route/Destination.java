package io.postrider.route;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A destination of messages.
 *
 * @param enabled when it was enabled; it is enabled now if the last range is open
 * @param connections when each source was connected; a disconnected source stays listed while the
 *     log may have messages from it
 */
public record Destination(
    DestinationId id,
    String name,
    boolean paused,
    ActiveRanges enabled,
    SequencedMap<SourceId, ActiveRanges> connections,
    DestinationSettings settings,
    Instant createdAt) {

  public Destination {
    connections = new LinkedHashMap<>(connections);
  }

  /** Whether messages accepted now are for it. */
  public boolean isEnabled() {
    return enabled.isOpen();
  }

  /** The same, disabled at these offsets. */
  public Destination closed(LogEndOffsets at) {
    return new Destination(id, name, paused, enabled.closed(at), connections, settings, createdAt);
  }

  /** The sources that are connected now, in the order they were connected. */
  public List<SourceId> sources() {
    return connections.entrySet().stream()
        .filter(connection -> connection.getValue().isOpen())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** When a source was connected; never, for a source that is not listed. */
  public ActiveRanges connection(SourceId source) {
    return connections.getOrDefault(source, ActiveRanges.NONE);
  }
}
