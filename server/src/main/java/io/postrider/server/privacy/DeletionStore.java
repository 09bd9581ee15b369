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
 * Where it is written down how far deletions have come. Each change is kept whole or not at all,
 * and survives a crash once its method has returned. As {@link RegulationStore} otherwise.
 */
public interface DeletionStore {

  /** Deletions that still have something to send, oldest first. */
  List<Regulation> unsent(int most);

  /** Deletions that have sent everything and wait for its end, by number, behind one. */
  List<Regulation> waiting(long afterNumber, int most);

  /** How far a deletion has come. */
  Deletion state(RegulationId id);

  /**
   * Says which node carries deletions out, if no other does.
   *
   * @param holder the node that asks
   * @param until until when it does, unless it asks again
   * @return whether it is this node
   */
  boolean lease(long holder, Instant now, Instant until);

  /** A node does not carry deletions out any more; nothing happens if it is another that does. */
  void release(long holder);

  /**
   * It was decided which sources are affected.
   *
   * @param toAll whether each of them is told of every user, seen there or not
   */
  void decided(RegulationId id, List<SourceId> sources, boolean toAll);

  /**
   * What was kept here of the users was erased.
   *
   * @param before up to where in the log what was computed of them counts as gone
   */
  void erased(RegulationId id, LogEndOffsets before);

  /**
   * Messages that went into the log together.
   *
   * @param first the place of the first; the others follow
   */
  record Stretch(int partition, long first, int size) {}

  /**
   * The users of a step were dealt with; nothing is written if another node has dealt with them.
   *
   * @param to the first user who was not
   * @param sent null if nobody had to be told
   * @param receivers the destinations that are to get them
   */
  void sent(
      RegulationId id,
      Deletion.Send step,
      int to,
      @Nullable Stretch sent,
      Collection<DestinationId> receivers);

  /**
   * Messages whose end is not known yet.
   *
   * @param fates what is known, for every destination that is known to get them
   */
  record Chunk(
      int sourceOrdinal,
      SourceId source,
      int firstSubject,
      Stretch stretch,
      Map<DestinationId, DeleteCounts> fates) {

    public Chunk {
      fates = Map.copyOf(fates);
    }
  }

  /** The chunks of a deletion that are not over, oldest first. */
  List<Chunk> chunks(RegulationId id, int most);

  /** More is known of a chunk; it is over when nothing of it waits. */
  void followed(RegulationId id, Chunk chunk);

  /** A deletion is over. */
  void ended(RegulationId id, RegulationStatus status, Instant at);
}
