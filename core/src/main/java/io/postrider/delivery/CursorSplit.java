package io.postrider.delivery;

import io.postrider.delivery.OffsetTranslation.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Divides the state of a destination among the partitions of another log. Each open delivery, with
 * its due times, and each status goes to the partition of its record; those of records that were
 * not copied are dropped. Stateless.
 */
public final class CursorSplit {

  private CursorSplit() {}

  /**
   * The cursors of the partitions.
   *
   * @throws CursorCorruptException if the bytes are not a valid cursor
   */
  public static List<byte[]> cursors(byte[] cursor, OffsetTranslation to) {
    CursorState state = CursorCodec.decode(cursor);
    long[] readTo = to.positions(state.readTo());
    List<List<OpenDelivery>> open = open(state.open(), to);
    List<List<Holds.Hold>> holds = holds(state.holds(), to);
    List<List<UntoldRanges.Range>> untold = untold(state.untold(), to);
    List<@Nullable ReplayProgress> replays = replays(state.replay(), open, to);
    List<byte[]> cursors = new ArrayList<>();
    for (int i = 0; i < to.partitions(); i++) {
      CursorState part =
          new CursorState(
              readTo[i],
              state.urls(),
              state.pausedSinceMillis(),
              state.pauses(),
              holds.get(i),
              open.get(i),
              untold.get(i),
              replays.get(i));
      cursors.add(CursorCodec.encode(part, 0));
    }
    return cursors;
  }

  /**
   * The first offset whose record a cursor still needs.
   *
   * @throws CursorCorruptException if the bytes are not a valid cursor
   */
  public static long neededFrom(byte[] cursor) {
    CursorState state = CursorCodec.decode(cursor);
    ReplayProgress replay = state.replay();
    long needed = Math.min(state.readTo(), new UntoldRanges(state.untold()).first());
    needed = state.open().isEmpty() ? needed : Math.min(needed, state.open().getFirst().offset());
    return replay == null ? needed : Math.min(needed, replay.position());
  }

  /**
   * The chunks of the partitions' failure indexes.
   *
   * @throws CursorCorruptException if a chunk is corrupt
   */
  public static List<List<EncodedFailureChunk>> failures(
      Collection<EncodedFailureChunk> chunks, OffsetTranslation to) {
    List<FailureMove> moves = new ArrayList<>();
    for (int i = 0; i < to.partitions(); i++) {
      moves.add(new FailureMove());
    }
    TreeMap<Long, EncodedFailureChunk> ordered = new TreeMap<>();
    chunks.forEach(chunk -> ordered.put(chunk.key(), chunk));
    for (EncodedFailureChunk encoded : ordered.values()) {
      byte[] bytes = encoded.bytes();
      if (bytes == null) {
        continue;
      }
      FailureChunk chunk = FailureChunk.decode(encoded.key(), bytes);
      for (int position = 0; position < FailureChunk.SIZE; position++) {
        DeliveryStatus status = chunk.at(position);
        Place place =
            status == null ? null : to.place((encoded.key() << FailureChunk.BITS) + position);
        if (status != null && place != null) {
          moves.get(place.partition()).add(place.offset(), status, chunk.failedAtMillis(position));
        }
      }
    }
    return moves.stream().map(FailureMove::finish).toList();
  }

  private static <T> List<List<T>> empty(OffsetTranslation to) {
    List<List<T>> lists = new ArrayList<>();
    for (int i = 0; i < to.partitions(); i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private static List<List<OpenDelivery>> open(List<OpenDelivery> open, OffsetTranslation to) {
    List<List<OpenDelivery>> parts = empty(to);
    for (OpenDelivery delivery : open) {
      Place place = to.place(delivery.offset());
      if (place != null) {
        parts.get(place.partition()).add(delivery.movedTo(place.offset()));
      }
    }
    return parts;
  }

  private static List<List<Holds.Hold>> holds(List<Holds.Hold> holds, OffsetTranslation to) {
    List<List<Holds.Hold>> parts = empty(to);
    for (Holds.Hold hold : holds) {
      boolean ongoing = hold.upToOffset() == Holds.ONGOING;
      long[] ends = to.positions(ongoing ? 0 : hold.upToOffset());
      for (int i = 0; i < ends.length; i++) {
        parts.get(i).add(ongoing ? hold : new Holds.Hold(hold.sinceMillis(), ends[i]));
      }
    }
    return parts;
  }

  private static List<List<UntoldRanges.Range>> untold(
      List<UntoldRanges.Range> untold, OffsetTranslation to) {
    List<List<UntoldRanges.Range>> parts = empty(to);
    for (UntoldRanges.Range range : untold) {
      long[] from = to.positions(range.from());
      long[] end = to.positions(range.to());
      for (int i = 0; i < from.length; i++) {
        if (from[i] < end[i]) {
          parts.get(i).add(new UntoldRanges.Range(from[i], end[i]));
        }
      }
    }
    return parts;
  }

  /**
   * A partition without records of the replay has no part of it. A part counts the deliveries that
   * are open there; the first one also counts those that have ended, so that the sums stay.
   */
  private static List<@Nullable ReplayProgress> replays(
      @Nullable ReplayProgress progress, List<List<OpenDelivery>> open, OffsetTranslation to) {
    List<@Nullable ReplayProgress> parts = new ArrayList<>();
    for (int i = 0; i < to.partitions(); i++) {
      parts.add(null);
    }
    if (progress == null) {
      return parts;
    }
    Replay replay = progress.replay();
    long[] from = to.positions(replay.fromOffset());
    long[] end = to.positions(replay.toOffset());
    long[] position = to.positions(progress.position());
    int first = 0;
    for (int i = from.length - 1; i >= 0; i--) {
      first = from[i] < end[i] ? i : first;
    }
    long elsewhere = 0;
    for (int i = from.length - 1; i >= 0; i--) {
      if (from[i] < end[i] || i == first) {
        boolean isFirst = i == first;
        long taken = open.get(i).stream().filter(OpenDelivery::isReplay).count();
        elsewhere += isFirst ? 0 : taken;
        parts.set(
            i,
            new ReplayProgress(
                new Replay(replay.id(), from[i], end[i], replay.onlyFailed()),
                position[i],
                isFirst ? Math.max(taken, progress.taken() - elsewhere) : taken,
                isFirst ? progress.delivered() : 0,
                isFirst ? progress.failed() : 0,
                0,
                false));
      }
    }
    return parts;
  }

  /** Collects the statuses of one partition, in order; joins neighbours to ranges. */
  private static final class FailureMove {

    private final FailureIndex index = FailureIndex.of(List.of());
    private @Nullable DeliveryStatus rangeStatus;
    private long rangeFrom;
    private long rangeTo;

    void add(long offset, DeliveryStatus status, long failedAtMillis) {
      if (status instanceof DeliveryStatus.Failed(Failure failure)) {
        index.fail(offset, failure, failedAtMillis);
      } else if (status.equals(rangeStatus) && offset == rangeTo) {
        rangeTo++;
      } else {
        close();
        rangeStatus = status;
        rangeFrom = offset;
        rangeTo = offset + 1;
      }
    }

    private void close() {
      switch (rangeStatus) {
        case DeliveryStatus.Expired _ -> index.expire(rangeFrom, rangeTo);
        case DeliveryStatus.Cancelled _ -> index.cancel(rangeFrom, rangeTo);
        case DeliveryStatus.Superseded _ -> each(index::supersede);
        case DeliveryStatus.Filtered _ -> each(index::filter);
        case DeliveryStatus.Waiting _,
            DeliveryStatus.Open _,
            DeliveryStatus.Failed _,
            DeliveryStatus.Settled _ -> {}
        case null -> {}
      }
    }

    private void each(LongConsumer change) {
      for (long offset = rangeFrom; offset < rangeTo; offset++) {
        change.accept(offset);
      }
    }

    List<EncodedFailureChunk> finish() {
      close();
      return index.changes();
    }
  }
}
