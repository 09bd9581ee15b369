package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.server.folder.SetAsideLog;
import io.postrider.server.ledger.GapReason;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.index.LedgerCoverage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger can tell: since when, and what it misses.
 *
 * @param since the time of the oldest entry; null if there is none
 * @param indexedTo when the newest indexed entries were written; null if there are none
 * @param complete false if entries are not found: they are not indexed yet, or damaged
 * @param lagBlocks how many blocks of entries are not indexed yet
 * @param unreadableBlocks how many blocks of entries are damaged
 * @param damaged the damaged ledgers that were set aside, and the notices of missing or damaged
 *     segments, latest first, until they are deleted
 * @param gaps the stretches without entries, latest first, at most {@value #MAX_GAPS}
 * @param hidesUsers whether entries of deleted users are counted but not listed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerReach(
    @JsonProperty @Nullable Instant since,
    @JsonProperty @Nullable Instant indexedTo,
    @JsonProperty boolean complete,
    @JsonProperty long lagBlocks,
    @JsonProperty long unreadableBlocks,
    @JsonProperty List<Damaged> damaged,
    @JsonProperty List<Gap> gaps,
    @JsonProperty boolean hidesUsers) {

  static final int MAX_GAPS = 100;

  /** The destination of an entry about a message that its source's schema blocks. */
  static final DestinationId EVERY = new DestinationId(0);

  /** The reach of a node without a ledger. */
  static final LedgerReach NONE =
      new LedgerReach(null, null, true, 0, 0, List.of(), List.of(), false);

  public LedgerReach {
    damaged = List.copyOf(damaged);
    gaps = List.copyOf(gaps);
  }

  static LedgerReach of(
      LedgerCoverage coverage,
      List<SetAsideLog> damaged,
      List<LedgerGap> gaps,
      boolean hidesUsers) {
    return new LedgerReach(
        coverage.since(),
        coverage.indexedTo(),
        coverage.isComplete() && coverage.damagedTo() == null,
        coverage.lagBlocks(),
        coverage.unreadableBlocks(),
        damaged.stream().map(Damaged::of).toList(),
        gaps.stream().limit(MAX_GAPS).map(Gap::of).toList(),
        hidesUsers);
  }

  /**
   * A damaged ledger that was set aside, or a notice of missing segments: entries from before are
   * missing.
   *
   * @param at when the damage was found
   * @param folder its name in the data folder
   */
  public record Damaged(@JsonProperty Instant at, @JsonProperty String folder) {

    static Damaged of(SetAsideLog log) {
      return new Damaged(log.at(), log.folder());
    }
  }

  /**
   * Entries that the ledger does not have.
   *
   * @param destinationId null for messages that the schema of their source blocks
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Gap(
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class)
          @Nullable DestinationId destinationId,
      @JsonProperty Instant from,
      @JsonProperty Instant to,
      @JsonProperty long count,
      @JsonProperty GapReason reason) {

    static Gap of(LedgerGap gap) {
      return new Gap(
          gap.destination().equals(EVERY) ? null : gap.destination(),
          gap.from(),
          gap.to(),
          gap.count(),
          gap.reason());
    }
  }
}
