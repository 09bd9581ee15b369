package io.postrider.server.commands;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a service is doing. Its JSON is part of the command line's interface.
 *
 * @param reason why it is not ready; empty if it is
 * @param perSecond rates of the last five minutes
 * @param waiting deliveries
 * @param oldestAt when the oldest waiting message was accepted; absent if none waits
 * @param attention what needs attention, most severe first
 */
record ServiceStatus(
    String url,
    boolean ready,
    String status,
    String reason,
    List<String> warnings,
    Rates perSecond,
    long waiting,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String oldestAt,
    List<DestinationLine> destinations,
    List<String> attention) {

  /** The most destinations whose rates are read; the others have none. */
  static final int MAX_DETAILED = 100;

  private static final Duration WINDOW = Duration.ofMinutes(5);

  /** Rates per second. */
  record Rates(double accepted, double rejected, double delivered, double failed) {}

  /** One destination. Rates and waiting messages are absent if they were not read. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DestinationLine(
      String id,
      String name,
      String state,
      @Nullable Long waiting,
      @Nullable Double deliveredPerSecond,
      @Nullable Double failedPerSecond,
      @Nullable String lastError) {}

  /** Reads the status by the admin API. */
  static ServiceStatus read(AdminClient client, String url, Instant now) {
    JsonNode health = client.health();
    List<String> warnings = new ArrayList<>();
    health.path("warnings").forEach(one -> warnings.add(one.asText()));
    String range = "?step=minute&from=" + now.minus(WINDOW) + "&to=" + now;
    JsonNode overview = client.get("/api/overview" + range);
    JsonNode totals = overview.path("totals");
    List<DestinationLine> destinations = new ArrayList<>();
    for (JsonNode one : client.all("/api/destinations")) {
      destinations.add(
          destinations.size() < MAX_DETAILED
              ? line(one, client.get("/api/destinations/" + id(one) + "/metrics" + range))
              : line(one, null));
    }
    List<String> attention = new ArrayList<>();
    for (JsonNode one : overview.path("attention")) {
      String name = one.path("name").asText("");
      attention.add((name.isEmpty() ? "" : name + ": ") + one.path("message").asText());
    }
    return new ServiceStatus(
        url,
        health.path("status").asText().equals("ready"),
        health.path("status").asText("unknown"),
        health.path("reason").asText(""),
        warnings,
        new Rates(
            rate(totals.path("accepted").asLong()),
            rate(totals.path("rejected").asLong()),
            rate(totals.path("delivered").asLong()),
            rate(totals.path("failed").asLong())),
        overview.at("/backlog/messages").asLong(),
        overview.at("/backlog/oldestAt").asText(null),
        destinations,
        attention);
  }

  private static DestinationLine line(JsonNode destination, @Nullable JsonNode metrics) {
    long delivered = 0;
    long failed = 0;
    if (metrics != null) {
      for (JsonNode step : metrics.path("data")) {
        delivered += step.path("delivered").asLong();
        failed += step.path("failed").asLong();
      }
    }
    return new DestinationLine(
        id(destination),
        destination.path("name").asText(),
        destination.path("state").asText(),
        metrics == null ? null : metrics.at("/pending/messages").asLong(),
        metrics == null ? null : rate(delivered),
        metrics == null ? null : rate(failed),
        destination.at("/lastError/message").asText(null));
  }

  private static String id(JsonNode destination) {
    return destination.path("id").asText();
  }

  /** The rate of a count, so exact that one event in the window is not zero. */
  static double rate(long count) {
    return Math.round(1_000.0 * count / WINDOW.toSeconds()) / 1_000.0;
  }
}
