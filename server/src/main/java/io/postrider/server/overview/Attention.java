package io.postrider.server.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth.State;
import io.postrider.server.http.admin.Json;
import io.postrider.server.overview.OverviewFigures.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something that somebody should look at. Which things those are is decided here, purely. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Attention(
    @JsonProperty Kind kind,
    @JsonProperty @JsonSerialize(using = ToStringSerializer.class)
        @Nullable DestinationId destinationId,
    @JsonProperty @Nullable String name,
    @JsonProperty String message,
    @JsonProperty @Nullable Instant since) {

  /** How many things are listed at most. */
  static final int MOST = 100;

  /** What is the matter, the worst first. */
  enum Kind {
    LOG_UNAVAILABLE,
    DESTINATION_HELD,
    DESTINATION_FAILING,
    BACKLOG_OLD,
    FAILED_DELIVERIES;

    /** The name on the wire, such as {@code log_unavailable}. */
    @JsonValue
    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What needs attention: the worst first, then in the order of the destinations. */
  static List<Attention> of(
      Collection<Destination> destinations, OverviewFigures.Situation situation) {
    List<Attention> all = new ArrayList<>();
    String logTrouble = situation.logTrouble();
    if (logTrouble != null) {
      String message = "No messages are taken in: " + logTrouble;
      all.add(new Attention(Kind.LOG_UNAVAILABLE, null, null, message, null));
    }
    for (Destination destination : destinations) {
      Condition condition = situation.conditions().get(destination.id());
      if (condition != null) {
        add(destination, condition, all);
      }
    }
    all.sort(Comparator.comparing(Attention::kind));
    return all.size() <= MOST ? all : List.copyOf(all.subList(0, MOST));
  }

  private static void add(Destination destination, Condition condition, List<Attention> all) {
    String error = condition.lastError();
    String reason = error == null ? "" : " " + error;
    Instant since = condition.since();
    if (condition.held() && condition.state() == State.FAILING) {
      String message = "Every URL keeps failing; its messages wait." + reason;
      all.add(about(destination, Kind.DESTINATION_HELD, message, since));
    } else if (condition.state() == State.FAILING) {
      String message = "Nothing it is sent is taken; messages are failing." + reason;
      all.add(about(destination, Kind.DESTINATION_FAILING, message, since));
    } else if (condition.state() == State.DEGRADED) {
      String message = "Some of its URLs keep failing." + reason;
      all.add(about(destination, Kind.DESTINATION_FAILING, message, since));
    }
    Instant waitingSince = condition.waitingSince();
    if (waitingSince != null) {
      String message = "Its oldest message waits since " + Json.text(waitingSince) + ".";
      all.add(about(destination, Kind.BACKLOG_OLD, message, waitingSince));
    }
    if (condition.failed() > 0) {
      String message =
          condition.failed() == 1
              ? "One delivery has failed; it can be replayed while the log holds it."
              : "%,d deliveries have failed; they can be replayed while the log holds them."
                  .formatted(condition.failed());
      all.add(about(destination, Kind.FAILED_DELIVERIES, message, null));
    }
  }

  private static Attention about(
      Destination destination, Kind kind, String message, @Nullable Instant since) {
    return new Attention(kind, destination.id(), destination.name(), message, since);
  }
}
