package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.RegulationType;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where requests are kept. May be called from any thread; blocks, and throws {@link
 * DatabaseUnavailableException} while it cannot be reached.
 */
public interface RegulationStore {

  /**
   * A request that was not written down yet.
   *
   * @param sources none for all
   * @param subjects users, each once
   * @param hiddenBefore up to where in the log records of the users count as gone; null if they do
   *     not
   */
  record Order(
      RegulationId id,
      RegulationType type,
      List<String> subjects,
      List<SourceId> sources,
      @Nullable LogEndOffsets hiddenBefore,
      Regulation.Author by,
      Instant createdAt) {

    public Order {
      subjects = List.copyOf(subjects);
      sources = List.copyOf(sources);
    }
  }

  /** What became of writing a request down. */
  enum Creation {
    CREATED,
    /** Too many deletions are not over; nothing was written. */
    TOO_MANY_OPEN,
    /** There would be too many suppressions; nothing was written. */
    TOO_MANY_SUPPRESSED
  }

  /**
   * Writes a request down with all that it suppresses or lifts, whole or not at all. What deletes
   * nothing is over with that.
   */
  Creation create(Order order, int mostOpen, int mostSuppressed);

  /** The request of an id. */
  Optional<Regulation> find(RegulationId id);

  /** Requests before a number, newest first. */
  List<Regulation> page(long before, int most);

  /** Requests made before a time of which the audit trail is not known to tell, oldest first. */
  List<Regulation> unaudited(Instant madeBefore, int most);

  /** The audit trail tells of a request. */
  void audited(RegulationId id);

  /** The users that a request names, from one place up to another. */
  List<String> subjects(RegulationId id, int from, int to);

  /**
   * A request that hides records.
   *
   * @param sources none for all
   * @param before up to where in the log; null if it hides only what was computed
   * @param computedBefore up to where what was computed is hidden; null if it is not yet
   */
  record Hiding(
      RegulationId id,
      long number,
      List<SourceId> sources,
      int subjects,
      @Nullable LogEndOffsets before,
      @Nullable LogEndOffsets computedBefore) {

    public Hiding {
      sources = List.copyOf(sources);
    }
  }

  /** Requests behind a number that hide records, oldest first. */
  List<Hiding> hidings(long afterNumber);

  /**
   * How a deletion stands at one source.
   *
   * @param sentSubjects how many users were dealt with
   * @param destinations what became of the messages at each
   */
  record SourceStanding(
      SourceId source, int sentSubjects, Map<DestinationId, DeleteCounts> destinations) {

    public SourceStanding {
      destinations = Map.copyOf(destinations);
    }
  }

  /** How a deletion stands at each affected source; empty if they were not decided on yet. */
  List<SourceStanding> standings(RegulationId id);

  /**
   * A suppression.
   *
   * @param source null for all sources
   */
  record Suppression(
      String userId, @Nullable SourceId source, RegulationId regulation, Instant createdAt) {}

  /**
   * The place of a suppression in their order.
   *
   * @param source null for all sources
   */
  record Place(String userId, @Nullable SourceId source) {}

  /** Suppressions of users whose ids begin so, behind a place, in the order of their bytes. */
  List<Suppression> suppressions(String prefix, @Nullable Place after, int most);
}
