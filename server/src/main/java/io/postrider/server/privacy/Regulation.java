package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.RegulationStatus;
import io.postrider.privacy.RegulationType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A regulation (deletion or suppression request) and its status.
 *
 * @param number increases with each regulation
 * @param sources the sources it is limited to; empty for all
 * @param subjects the number of users
 * @param changed the number of suppressions it added or lifted
 * @param hides whether it hides older records
 * @param by its author
 * @param endedAt null while it is open
 * @param samplesErasedAt when samples of its users were erased from the ledger and the rejected
 *     calls; null before
 */
public record Regulation(
    RegulationId id,
    long number,
    RegulationType type,
    RegulationStatus status,
    List<SourceId> sources,
    int subjects,
    int changed,
    boolean hides,
    Author by,
    Instant createdAt,
    @Nullable Instant endedAt,
    @Nullable Instant samplesErasedAt) {

  /** The samples of deleted users are erased at most this long after the request. */
  public static final Duration SAMPLES_ERASED_WITHIN = Duration.ofHours(24);

  public Regulation {
    sources = List.copyOf(sources);
  }

  /**
   * The author of a regulation.
   *
   * @param id the ID of a token, or {@code root}
   */
  public record Author(String id, String name) {}
}
