package io.postrider.server.catalog;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.ProblemCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a person asks of a destination; null for what stays as it is. Pure.
 *
 * <p>Switching a destination on or off, and connecting or disconnecting a source, opens and closes
 * spans at the end of the log. Pausing and settings leave spans alone.
 */
public record DestinationChange(
    @Nullable String name,
    @Nullable Boolean enabled,
    @Nullable Boolean paused,
    @Nullable List<SourceId> sources,
    UnaryOperator<DestinationSettings> settings) {

  /** How often a thing may be switched on while the log still holds messages of those times. */
  public static final int MOST_SPANS = 1_000;

  /** A new destination, which is enabled unless the change says otherwise. */
  public Destination made(DestinationId id, Instant now, LogRange log) {
    Destination blank =
        new Destination(
            id,
            "",
            false,
            ActiveRanges.NONE,
            new LinkedHashMap<>(),
            DestinationSettings.DEFAULT,
            now.truncatedTo(ChronoUnit.MILLIS));
    return new DestinationChange(name, enabled == null || enabled, paused, sources, settings)
        .applied(blank, log);
  }

  /** What the change makes of a destination. */
  public Destination applied(Destination found, LogRange log) {
    Destination changed =
        new Destination(
            found.id(),
            name == null ? found.name() : name,
            paused == null ? found.paused() : paused,
            enabled == null ? found.enabled() : switched(found.enabled(), enabled, log),
            sources == null ? found.connections() : connected(found, sources, log),
            checked(settings.apply(found.settings())),
            found.createdAt());
    return changed.equals(found) ? found : trimmed(changed, log.first());
  }

  /** Throws if the change connects sources that are not there. */
  public void check(Predicate<SourceId> known) {
    List<FieldError> errors = new ArrayList<>();
    List<SourceId> asked = sources == null ? List.of() : sources;
    for (int i = 0; i < asked.size(); i++) {
      if (!known.test(asked.get(i))) {
        errors.add(
            new FieldError(
                "sources[%d]".formatted(i), "there is no source %s".formatted(asked.get(i))));
      }
    }
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }

  private static DestinationSettings checked(DestinationSettings settings) {
    if (settings.standardWebhooks() && settings.secrets().isEmpty()) {
      throw ApiException.invalid(
          List.of(new FieldError("settings.standardWebhooks", "needs a settings.sharedSecret")));
    }
    return settings;
  }

  /** The sources asked for, in their order, and behind them those that once were connected. */
  private static SequencedMap<SourceId, ActiveRanges> connected(
      Destination found, List<SourceId> sources, LogRange log) {
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    for (SourceId source : sources) {
      connections.put(source, switched(found.connection(source), true, log));
    }
    found
        .connections()
        .forEach((source, spans) -> connections.putIfAbsent(source, spans.closed(log.end())));
    return connections;
  }

  private static ActiveRanges switched(ActiveRanges spans, boolean on, LogRange log) {
    if (!on) {
      return spans.closed(log.end());
    }
    if (!spans.isOpen() && spans.since(log.first()).ranges().size() >= MOST_SPANS) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED,
          ("This was enabled %,d times already within the log's retention;" + " retry later.")
              .formatted(MOST_SPANS));
    }
    return spans.opened(log.end());
  }

  /** Without the spans of which the log holds nothing any more. */
  private static Destination trimmed(Destination destination, LogEndOffsets first) {
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    destination
        .connections()
        .forEach(
            (source, spans) -> {
              ActiveRanges kept = spans.since(first);
              if (!kept.ranges().isEmpty()) {
                connections.put(source, kept);
              }
            });
    return new Destination(
        destination.id(),
        destination.name(),
        destination.paused(),
        destination.enabled().since(first),
        connections,
        destination.settings(),
        destination.createdAt());
  }
}
