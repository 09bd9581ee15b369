package io.postrider.server.delivery.reader;

import io.postrider.log.LogRecord;
import io.postrider.message.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive records of one partition, read together, with an index of whom they may be for.
 *
 * <p>Immutable, so shared by all loops and readers. A place in it is a record's number from 0.
 */
public final class Block {

  /** Whoever looks at the places that may be for a destination. */
  @FunctionalInterface
  public interface Visitor {

    /** A place; answers whether to go on. */
    boolean visit(int place);
  }

  private final int partition;
  private final long from;
  private final RecordView[] views;
  private final SourceIndex sources = new SourceIndex();
  private final SourceIndex listed = new SourceIndex();

  private Block(int partition, long from, int count) {
    this.partition = partition;
    this.from = from;
    this.views = new RecordView[count];
  }

  /**
   * The block of records that follow each other, at least one.
   *
   * @throws IllegalArgumentException if a record is of a version that this program does not know
   */
  public static Block of(int partition, List<LogRecord> records) {
    Block block = new Block(partition, records.getFirst().offset(), records.size());
    for (int place = 0; place < block.views.length; place++) {
      RecordView view = RecordView.of(records.get(place).bytes());
      block.views[place] = view;
      block.list(view, place);
    }
    return block;
  }

  private void list(RecordView view, int place) {
    if (view.destinations() == 0) {
      sources.add(view.sourceBits(), place, views.length);
      return;
    }
    for (int i = 0; i < view.destinations(); i++) {
      listed.add(view.destinationBits(i), place, views.length);
    }
  }

  public int partition() {
    return partition;
  }

  /** The offset of the first record. */
  public long from() {
    return from;
  }

  /** The offset that follows the last record. */
  public long to() {
    return from + views.length;
  }

  public boolean contains(long offset) {
    return offset >= from && offset < to();
  }

  public int count() {
    return views.length;
  }

  public long offset(int place) {
    return from + place;
  }

  /** The record of a place. Whoever keeps it keeps the whole block: better keep a copy. */
  public RecordView view(int place) {
    return views[place];
  }

  /** The sources of the messages that go to whoever is connected. */
  public SourceIndex sources() {
    return sources;
  }

  /** The destinations of the messages that name theirs. */
  public SourceIndex listed() {
    return listed;
  }

  /**
   * Visits the places from one on that are from one of the sources or listed for the destination,
   * in order; answers the place it was stopped at, or the number of records.
   */
  public int visit(int start, long[] sourceBits, long destinationBits, Visitor visitor) {
    long @Nullable [] candidates = null;
    for (long source : sourceBits) {
      candidates = SourceIndex.union(candidates, sources.places(source));
    }
    candidates = SourceIndex.union(candidates, listed.places(destinationBits));
    if (candidates == null) {
      return views.length;
    }
    for (int place = SourceIndex.next(candidates, start); place >= 0; ) {
      if (!visitor.visit(place)) {
        return place;
      }
      place = SourceIndex.next(candidates, place + 1);
    }
    return views.length;
  }
}
