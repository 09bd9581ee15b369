package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import org.jspecify.annotations.Nullable;

/** Where suppressions are read from. As {@link RegulationStore} otherwise. */
public interface SuppressionStore {

  /** Takes in what is read. */
  interface Sink {

    /** Nobody is suppressed but those who follow. */
    void restart();

    /**
     * A user is suppressed.
     *
     * @param source null for all sources
     */
    void add(@Nullable SourceId source, String userId);
  }

  /**
   * Reads what has changed since a version, all of it at one moment.
   *
   * @param known the version that the sink knows; less than 0 for none
   * @return the version that it knows now
   */
  long load(long known, Sink sink);
}
