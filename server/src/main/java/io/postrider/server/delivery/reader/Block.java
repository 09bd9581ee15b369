package io.postrider.server.delivery.reader;

import io.postrider.log.LogRecord;
import io.postrider.message.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive records of one partition, with an index by source and listed destination.
 *
 * <p>Immutable; shared by all loops and readers. A place is the index of a record in the block.
 */
public final class Block {

  /** Visits places. */
  @FunctionalInterface
  public interface Visitor {

    /** Visits a place; returns whether to continue. */
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
   * The block of consecutive records, at least one.
   *
   * @throws IllegalArgumentException if a record has an unknown version
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

  /** The record at a place. It refers to the memory of the whole block; copy it to store it. */
  public RecordView view(int place) {
    return views[place];
  }

  /** The sources of messages without listed destinations. */
  public SourceIndex sources() {
    return sources;
  }

  /** The destinations of messages that list theirs. */
  public SourceIndex listed() {
    return listed;
  }

  /**
   * Visits, in order, the places from {@code start} on that come from one of the sources or list
   * the destination. Returns the place at which the visitor stopped, or the number of records.
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
