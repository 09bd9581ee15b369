package io.postrider.delivery;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * The order in which cursors are saved, so that the ledger knows of everything that they settle:
 * first the entries that exist so far are recorded, then the cursors of that moment are saved, and
 * with them the gaps, which are what the ledger refused. Gaps stay until they are saved.
 *
 * <p>Takes its driver from step to step; the driver carries out each and reports it. A step that
 * fails ends the flush; the next one begins anew. Belongs to one thread at a time.
 *
 * @param <G> the gaps of some entries
 */
public final class CursorFlush<G> {

  /** What the driver does next. */
  public enum Step {
    /** Make the entries durable, except those that the ledger refuses. */
    RECORD,
    /** Save the cursors and the {@link #gaps} in one transaction. */
    SAVE,
    /** Nothing; the flush is complete. */
    DONE
  }

  private static final List<Step> ORDER = List.of(Step.RECORD, Step.SAVE, Step.DONE);

  private final BinaryOperator<G> join;
  private final UnaryOperator<G> saved;
  private G gaps;

  /**
   * @param join the gaps of two stretches as one, whose size is bounded
   * @param saved what remains of gaps that are saved. A save that seems to have failed may have
   *     been done, and is repeated: so saving twice must be like saving once
   */
  public CursorFlush(G none, BinaryOperator<G> join, UnaryOperator<G> saved) {
    this.join = join;
    this.saved = saved;
    this.gaps = none;
  }

  /** Begins a flush, after the driver took entries and cursors at one moment. */
  public Step begin() {
    return ORDER.getFirst();
  }

  /**
   * The entries are durable.
   *
   * @param refused except these
   */
  public Step recorded(G refused) {
    gaps = join.apply(gaps, refused);
    return after(Step.RECORD);
  }

  /** The gaps that are not saved yet. */
  public G gaps() {
    return gaps;
  }

  /** The cursors and the gaps are saved. */
  public Step saved() {
    gaps = saved.apply(gaps);
    return after(Step.SAVE);
  }

  private static Step after(Step step) {
    return ORDER.get(ORDER.indexOf(step) + 1);
  }
}
