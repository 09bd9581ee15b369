package io.postrider.server.overview;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.api.DeliveryStatistics.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the whole is doing, in figures. May be called from any thread; it may block. */
public interface OverviewFigures {

  /** What came in by steps, oldest first, those in which nothing did left out. */
  List<Intake> intake(TimeStep step, Instant from, Instant to);

  /** What all destinations together were sent. */
  Deliveries deliveries(TimeStep step, Instant from, Instant to);

  /**
   * How things stand now.
   *
   * @param oldBefore a destination's backlog is old if a message accepted before this still waits
   */
  Situation situation(Instant oldBefore);

  /** What came in a step. */
  record Intake(@JsonProperty Instant at, @JsonProperty long count, @JsonProperty long rejected) {

    static Intake none(Instant at) {
      return new Intake(at, 0, 0);
    }
  }

  /**
   * What was sent.
   *
   * @param counts by steps, oldest first, those of which nothing is known left out
   * @param latencyP95 what 95 in 100 attempts of all of it took at most; null if there were none
   */
  record Deliveries(List<Count> counts, @Nullable Duration latencyP95) {

    public Deliveries {
      counts = List.copyOf(counts);
    }
  }

  /**
   * How things stand.
   *
   * @param waiting about how many deliveries wait
   * @param oldestAt when the oldest message that waits was accepted; null if none waits
   * @param conditions of the destinations that are served here
   * @param logTrouble why the log takes no messages, in words; null if it does
   */
  record Situation(
      long waiting,
      @Nullable Instant oldestAt,
      Map<DestinationId, Condition> conditions,
      @Nullable String logTrouble) {

    public Situation {
      conditions = Map.copyOf(conditions);
    }
  }

  /**
   * How one destination is doing.
   *
   * @param held whether its messages wait because every URL keeps failing
   * @param since since when it is failing or degraded; null if it is neither
   * @param failed how many deliveries are marked as failed
   * @param waitingSince when its oldest waiting message was accepted, if that is old; else null
   * @param lastError what went wrong last, in words; null if nothing did
   */
  record Condition(
      DestinationHealth.State state,
      boolean held,
      @Nullable Instant since,
      long failed,
      @Nullable Instant waitingSince,
      @Nullable String lastError) {}
}
