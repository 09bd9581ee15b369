package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.List;

/**
 * Stores whose samples have to be erased from the ledger and the rejected calls. Otherwise as
 * {@link RegulationStore}.
 */
public interface SampleStore {

  /**
   * A deletion whose users may have samples.
   *
   * @param sources empty for all
   * @param before the offsets up to which messages of the users count as deleted
   * @param since when it ended; when it was made if it has not
   * @param ended whether it sends no more deletes, which have entries too
   */
  record Due(
      RegulationId id,
      List<SourceId> sources,
      int subjects,
      LogEndOffsets before,
      Instant since,
      boolean ended) {

    public Due {
      sources = List.copyOf(sources);
    }
  }

  /** Deletions with something to erase, oldest first. */
  List<Due> due(int most);

  /**
   * Stores that samples were erased.
   *
   * @param ended whether the deletion had ended before; otherwise it is due again when it ends
   */
  void erased(RegulationId id, Instant at, boolean ended);
}
