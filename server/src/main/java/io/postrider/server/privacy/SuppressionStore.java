package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import org.jspecify.annotations.Nullable;

/** Reads suppressions. Otherwise as {@link RegulationStore}. */
public interface SuppressionStore {

  interface Sink {

    /** Starts over: only the users that follow are suppressed. */
    void restart();

    /**
     * A user is suppressed.
     *
     * @param source null for all sources
     */
    void add(@Nullable SourceId source, String userId);
  }

  /**
   * Reads the changes since a version, as one snapshot.
   *
   * @param known the version of the sink; negative for none
   * @return the new version of the sink
   */
  long load(long known, Sink sink);
}
