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
 * Stores regulations. May be called from any thread; blocks, and throws {@link
 * DatabaseUnavailableException} during an outage.
 */
public interface RegulationStore {

  /**
   * A regulation to store.
   *
   * @param sources empty for all
   * @param subjects user IDs without duplicates
   * @param hiddenBefore the offsets up to which records of the users are hidden; null for none
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

  enum Creation {
    CREATED,
    /** Too many deletions are open; nothing was stored. */
    TOO_MANY_OPEN,
    /** There would be too many suppressions; nothing was stored. */
    TOO_MANY_SUPPRESSED
  }

  /**
   * Stores a regulation and its suppressions in one transaction. A regulation that deletes nothing
   * ends at once.
   */
  Creation create(Order order, int mostOpen, int mostSuppressed);

  Optional<Regulation> find(RegulationId id);

  /** Regulations with smaller numbers, newest first. */
  List<Regulation> page(long before, int most);

  /** Regulations made before a time that are not marked as audited, oldest first. */
  List<Regulation> unaudited(Instant madeBefore, int most);

  void audited(RegulationId id);

  /** The users of a regulation in an index range. */
  List<String> subjects(RegulationId id, int from, int to);

  /**
   * A regulation that hides records.
   *
   * @param sources empty for all
   * @param before the offsets up to which it hides records; null if it hides only computed ones
   * @param computedBefore the offsets up to which it hides computed records; null for none yet
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

  /** Regulations with larger numbers that hide records, oldest first. */
  List<Hiding> hidings(long afterNumber);

  /** Deletions that have erased their users, and are running or ended after a time. */
  List<Hiding> erasures(Instant endedAfter);

  /**
   * The progress of a deletion at one source.
   *
   * @param sentSubjects the number of users whose deletes were sent
   * @param destinations the delivery outcomes by destination
   */
  record SourceProgress(
      SourceId source, int sentSubjects, Map<DestinationId, DeleteCounts> destinations) {

    public SourceProgress {
      destinations = Map.copyOf(destinations);
    }
  }

  /** The progress at each affected source; empty before they are decided. */
  List<SourceProgress> progress(RegulationId id);

  /**
   * A suppression.
   *
   * @param source null for all sources
   */
  record Suppression(
      String userId, @Nullable SourceId source, RegulationId regulation, Instant createdAt) {}

  /**
   * The position of a suppression in the list.
   *
   * @param source null for all sources
   */
  record Position(String userId, @Nullable SourceId source) {}

  /** Suppressions whose user IDs start with a prefix, after a position, in byte order. */
  List<Suppression> suppressions(String prefix, @Nullable Position after, int most);
}
