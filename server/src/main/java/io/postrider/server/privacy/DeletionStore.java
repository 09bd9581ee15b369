package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores the progress of deletions. Each change is atomic and durable once its method returns.
 * Otherwise as {@link RegulationStore}.
 */
public interface DeletionStore {

  /** Deletions with messages to send, oldest first. */
  List<Regulation> unsent(int most);

  /** Deletions that sent everything and wait for receivers, in order of number, after one. */
  List<Regulation> waiting(long afterNumber, int most);

  Deletion state(RegulationId id);

  /**
   * Takes or renews the lease of the node that runs deletions.
   *
   * @param holder the requesting node
   * @param until when the lease expires
   * @return whether the node holds the lease
   */
  boolean lease(long holder, Instant now, Instant until);

  /** Releases the lease if the node holds it. */
  void release(long holder);

  /**
   * Stores the affected sources.
   *
   * @param toAll whether each source sends a delete for every user, seen there or not
   */
  void decided(RegulationId id, List<SourceId> sources, boolean toAll);

  /**
   * Stores that the data of the users was erased.
   *
   * @param before the offsets up to which their computed records are hidden
   */
  void erased(RegulationId id, LogEndOffsets before);

  /**
   * Messages that were appended as one batch.
   *
   * @param first the offset of the first message
   */
  record Range(int partition, long first, int size) {}

  /**
   * Stores that a step was sent; does nothing if another node has stored it.
   *
   * @param to the index of the next user
   * @param sent null if no message was sent
   * @param receivers the destinations of the messages
   */
  void sent(
      RegulationId id,
      Deletion.Send step,
      int to,
      @Nullable Range sent,
      Collection<DestinationId> receivers);

  /**
   * Messages that are not all delivered yet.
   *
   * @param counts the outcomes so far, by destination
   */
  record Chunk(
      int sourceOrdinal,
      SourceId source,
      int firstSubject,
      Range range,
      Map<DestinationId, DeleteCounts> counts) {

    public Chunk {
      counts = Map.copyOf(counts);
    }

    Chunk with(Map<DestinationId, DeleteCounts> changed) {
      return new Chunk(sourceOrdinal, source, firstSubject, range, changed);
    }
  }

  /** The open chunks of a deletion, oldest first. */
  List<Chunk> chunks(RegulationId id, int most);

  /** Stores the counts of a chunk; the chunk ends when no message of it waits. */
  void followed(RegulationId id, Chunk chunk);

  void ended(RegulationId id, RegulationStatus status, Instant at);
}
