package io.postrider.server.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.access.UrlMask;
import io.postrider.server.catalog.DestinationHealth.State;
import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.folder.SetAside;
import io.postrider.server.http.admin.Json;
import io.postrider.server.overview.OverviewFigures.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A problem that needs attention. Pure: derived from the current state. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Attention(
    @JsonProperty Kind kind,
    @JsonProperty @JsonSerialize(using = ToStringSerializer.class)
        @Nullable DestinationId destinationId,
    @JsonProperty @Nullable String name,
    @JsonProperty String message,
    @JsonProperty @Nullable Instant since) {

  static final int MAX_ITEMS = 100;

  /** The kind of problem, the most severe first. */
  enum Kind {
    LOG_UNAVAILABLE,
    PARTITIONS_UNOWNED,
    WORKSPACE_FILE_REFUSED,
    DESTINATION_HELD,
    DESTINATION_FAILING,
    DESTINATION_DEGRADED,
    BACKLOG_OLD,
    FAILED_DELIVERIES,
    DATA_SET_ASIDE
  }

  /** All problems: the most severe first, then in the order of destinations. */
  static List<Attention> of(
      Collection<Destination> destinations, OverviewFigures.Situation situation) {
    List<Attention> all = new ArrayList<>();
    String logProblem = situation.logProblem();
    if (logProblem != null) {
      String message = "No messages are accepted: " + logProblem;
      all.add(new Attention(Kind.LOG_UNAVAILABLE, null, null, message, null));
    }
    if (!situation.unowned().isEmpty()) {
      all.add(
          new Attention(
              Kind.PARTITIONS_UNOWNED,
              null,
              null,
              "No node delivers partitions "
                  + situation.unowned()
                  + " of the log; their messages wait, and numbers of them are old. Check that"
                  + " nodes with the deliver role run and reach Kafka and PostgreSQL.",
              null));
    }
    RefusedWorkspaceFile refused = situation.refusedFile();
    if (refused != null) {
      String message = refused.message() + " The settings before it stay in force.";
      all.add(new Attention(Kind.WORKSPACE_FILE_REFUSED, null, null, message, refused.since()));
    }
    for (Destination destination : destinations) {
      Condition condition = situation.conditions().get(destination.id());
      if (condition != null) {
        add(destination, condition, all);
      }
    }
    for (SetAside file : situation.setAside()) {
      all.add(about(file));
    }
    all.sort(Comparator.comparing(Attention::kind));
    return all.size() <= MAX_ITEMS ? all : List.copyOf(all.subList(0, MAX_ITEMS));
  }

  /** The same for readers who may not see secrets of URLs. */
  Attention withoutSecrets() {
    return new Attention(kind, destinationId, name, UrlMask.inText(message), since);
  }

  private static void add(Destination destination, Condition condition, List<Attention> all) {
    String error = condition.lastError();
    String reason = error == null ? "" : " " + error;
    Instant since = condition.since();
    if (condition.held() && condition.state() == State.FAILING) {
      String waiting = condition.waiting() == 0 ? "no message waits" : "messages wait";
      String message = "All URLs are failing; " + waiting + "." + reason;
      all.add(about(destination, Kind.DESTINATION_HELD, message, since));
    } else if (condition.state() == State.FAILING) {
      String message = "Every URL refused the last message." + reason;
      all.add(about(destination, Kind.DESTINATION_FAILING, message, since));
    } else if (condition.state() == State.DEGRADED) {
      String message = "The last attempt at a URL failed." + reason;
      all.add(about(destination, Kind.DESTINATION_DEGRADED, message, since));
    }
    Instant waitingSince = condition.waitingSince();
    if (waitingSince != null) {
      String message = "The oldest message has been waiting since " + Json.text(waitingSince) + ".";
      all.add(about(destination, Kind.BACKLOG_OLD, message, waitingSince));
    }
    if (condition.failed() > 0) {
      String message =
          condition.failed() == 1
              ? "One delivery failed; it can be replayed while the log retains it."
              : "%,d deliveries failed; they can be replayed while the log retains them."
                  .formatted(condition.failed());
      all.add(about(destination, Kind.FAILED_DELIVERIES, message, null));
    }
  }

  private static Attention about(SetAside file) {
    String message =
        "%s was damaged and set aside as %s. It held %s. Delete that file to end this notice."
            .formatted(file.file().fileName(), file.name(), file.file().content());
    return new Attention(Kind.DATA_SET_ASIDE, null, null, message, file.at());
  }

  private static Attention about(
      Destination destination, Kind kind, String message, @Nullable Instant since) {
    return new Attention(kind, destination.id(), destination.name(), message, since);
  }
}
