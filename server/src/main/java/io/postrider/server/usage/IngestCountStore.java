package io.postrider.server.usage;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores how many messages were accepted and rejected. Every call may block. */
public interface IngestCountStore {

  /**
   * The counts of one time step.
   *
   * @param start the start of the step
   * @param accepted messages that became durable
   * @param rejected rejected messages and requests
   */
  record Count(
      @JsonProperty("at") Instant start,
      @JsonProperty("count") long accepted,
      @JsonProperty long rejected) {}

  /** Adds the counts of some minutes, in one transaction. */
  void add(List<Count> minutes);

  /** The steps that start in a time range, oldest first, without empty steps. */
  List<Count> find(TimeStep step, Instant from, Instant to);

  /** Since when the steps of a length count everything; null if nothing is counted yet. */
  @Nullable Instant since(TimeStep step, Instant now);

  void sweep(Instant now);
}
