package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.RegulationStatus;
import io.postrider.privacy.RegulationType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request about users, and how it stands.
 *
 * @param number its place among all, the newest has the largest
 * @param sources those that it names; none means all
 * @param subjects how many users it names
 * @param changed how many suppressions it added or lifted
 * @param hides whether records from before it count as gone
 * @param by who made it
 * @param endedAt null while it is not over
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
    @Nullable Instant endedAt) {

  public Regulation {
    sources = List.copyOf(sources);
  }

  /**
   * Who makes a request.
   *
   * @param id the id of a token, or {@code root}
   */
  public record Author(String id, String name) {}
}
