package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * @param erasedAt when samples were last erased; null if never
   */
  record Due(
      RegulationId id,
      List<SourceId> sources,
      int subjects,
      LogEndOffsets before,
      Instant since,
      boolean ended,
      @Nullable Instant erasedAt) {

    public Due {
      sources = List.copyOf(sources);
    }
  }

  /** Deletions whose users may have samples, or get some; first those that were never erased. */
  List<Due> due(int most);

  /**
   * Stores that samples were erased.
   *
   * @param last whether there cannot be any more
   */
  void erased(RegulationId id, Instant at, boolean last);
}
