package io.postrider.server.overview;

import io.postrider.id.DestinationId;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.folder.SetAside;
import io.postrider.server.usage.IngestCountStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** The figures of the overview. May be called from any thread; may block. */
public interface OverviewFigures {

  /** Intake by time step, oldest first, without empty steps. */
  List<IngestCountStore.Count> ingestCounts(TimeStep step, Instant from, Instant to);

  /** Since when the steps of a length count everything; null if nothing is counted yet. */
  @Nullable Instant countedSince(TimeStep step);

  /** Deliveries of all destinations together. */
  Deliveries deliveries(TimeStep step, Instant from, Instant to);

  /**
   * The current state.
   *
   * @param oldBefore a backlog with a message accepted before this counts as old
   */
  Situation situation(Instant oldBefore);

  /**
   * Deliveries by time step.
   *
   * @param counts oldest first, without empty steps
   * @param latencyP95 the 95th percentile of attempt durations; null if there were none
   */
  record Deliveries(List<StepCounts> counts, @Nullable Duration latencyP95) {

    public Deliveries {
      counts = List.copyOf(counts);
    }
  }

  /**
   * The current state.
   *
   * @param waiting the approximate number of waiting deliveries
   * @param oldestAt when the oldest waiting message was accepted; null if none waits
   * @param conditions of the destinations that are delivered to
   * @param logProblem why the log does not accept messages; null if it does
   * @param setAside the damaged files that were replaced and are still in the data folder
   * @param refusedFile why the workspace file is not in force; null if it is
   * @param unowned the partitions of the log that no node delivers
   */
  record Situation(
      long waiting,
      @Nullable Instant oldestAt,
      Map<DestinationId, Condition> conditions,
      @Nullable String logProblem,
      List<SetAside> setAside,
      @Nullable RefusedWorkspaceFile refusedFile,
      SortedSet<Integer> unowned) {

    public Situation {
      conditions = Map.copyOf(conditions);
      setAside = List.copyOf(setAside);
    }
  }

  /**
   * The state of one destination.
   *
   * @param held whether deliveries are held because all URLs are failing
   * @param since when it started failing or degrading; null if it is neither
   * @param failed the number of failed deliveries
   * @param waiting the approximate number of waiting deliveries
   * @param waitingSince when its oldest waiting message was accepted, if that is old; else null
   * @param lastError the last error; null if there was none
   */
  record Condition(
      DestinationHealth.State state,
      boolean held,
      @Nullable Instant since,
      long failed,
      long waiting,
      @Nullable Instant waitingSince,
      @Nullable String lastError) {}
}
