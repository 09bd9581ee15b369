package io.postrider.server.catalog;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Webhook;
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
 * A change of a destination; null for what does not change. Pure.
 *
 * <p>Enabling or disabling a destination, and connecting or disconnecting a source, opens and
 * closes ranges at the end of the log. Pausing and settings do not.
 */
public record DestinationChange(
    @Nullable String name,
    @Nullable Boolean enabled,
    @Nullable Boolean paused,
    @Nullable List<SourceId> sources,
    UnaryOperator<DestinationSettings> settings) {

  /** The maximum number of active ranges within the retention of the log. */
  public static final int MAX_RANGES = 1_000;

  /** A new destination, enabled by default. */
  public Destination create(DestinationId id, Instant now, LogRange log) {
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
        .applyTo(blank, log);
  }

  /** The changed destination. */
  public Destination applyTo(Destination found, LogRange log) {
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

  /** Throws if the change connects sources that do not exist. */
  public void check(Predicate<SourceId> known) {
    List<FieldError> errors = new ArrayList<>();
    List<SourceId> requested = sources == null ? List.of() : sources;
    for (int i = 0; i < requested.size(); i++) {
      if (!known.test(requested.get(i))) {
        errors.add(
            new FieldError(
                "sources[%d]".formatted(i),
                "refers to %s, which does not exist".formatted(requested.get(i))));
      }
    }
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }

  private static DestinationSettings checked(DestinationSettings settings) {
    if (settings.standardWebhooks() && settings.secrets().isEmpty()) {
      throw ApiException.invalid(
          List.of(new FieldError("settings.standardWebhooks", "requires settings.sharedSecret")));
    }
    if (settings.tracing() && hasTraceparent(settings.webhooks())) {
      throw ApiException.invalid(
          List.of(new FieldError("tracing", "requires webhooks without the header traceparent")));
    }
    return settings;
  }

  private static boolean hasTraceparent(List<Webhook> webhooks) {
    return webhooks.stream()
        .flatMap(webhook -> webhook.headers().stream())
        .anyMatch(header -> header.name().equalsIgnoreCase("traceparent"));
  }

  /** The requested sources in their order, then those that were connected before. */
  private static SequencedMap<SourceId, ActiveRanges> connected(
      Destination found, List<SourceId> sources, LogRange log) {
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    for (SourceId source : sources) {
      connections.put(source, switched(found.connection(source), true, log));
    }
    found
        .connections()
        .forEach((source, ranges) -> connections.putIfAbsent(source, ranges.closed(log.end())));
    return connections;
  }

  private static ActiveRanges switched(ActiveRanges ranges, boolean on, LogRange log) {
    if (!on) {
      return ranges.closed(log.end());
    }
    if (!ranges.isOpen() && ranges.since(log.first()).ranges().size() >= MAX_RANGES) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED,
          "This was enabled %,d times within the retention of the log; retry later."
              .formatted(MAX_RANGES));
    }
    return ranges.opened(log.end());
  }

  /** Drops ranges that lie before the start of the log. */
  private static Destination trimmed(Destination destination, LogEndOffsets first) {
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    destination
        .connections()
        .forEach(
            (source, ranges) -> {
              ActiveRanges retained = ranges.since(first);
              if (!retained.ranges().isEmpty()) {
                connections.put(source, retained);
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
