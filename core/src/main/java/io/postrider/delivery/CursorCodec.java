package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes cursors; {@code docs/cursor-format.md} has the format. Decoding checks
 * everything, and its cost is bounded by the length of the input.
 */
final class CursorCodec {

  private static final int VERSION = 1;
  private static final int PAUSED = 1;
  private static final int REPLAYING = 2;
  private static final int UNTOLD = 4;
  private static final int REPLAY = 1;
  private static final int HAS_FAILURE = 2;
  private static final int HAS_URLS = 4;
  private static final int CANCELLED = 8;
  private static final int SUPERSEDED = 16;
  private static final int ONLY_FAILED = 1;

  /** Written for a hold that has not ended; an ended hold writes its end offset plus one. */
  private static final long ONGOING = 0;

  private static final int MAX_URLS = 30;
  private static final int MAX_ROUNDS = 1_000_000;

  private CursorCodec() {}

  // ---- writing

  /**
   * Encodes a state.
   *
   * @param shiftMillis what to add to its times, to save them by the wall clock
   */
  static byte[] encode(CursorState state, long shiftMillis) {
    ByteWriter out = new ByteWriter(64 + state.open().size() * 32);
    boolean paused = state.pausedSinceMillis() != Pauses.NONE;
    ReplayProgress replay = state.replay();
    out.octet(VERSION);
    out.octet(
        (paused ? PAUSED : 0)
            | (replay != null ? REPLAYING : 0)
            | (state.untold().isEmpty() ? 0 : UNTOLD));
    out.number(state.readTo());
    if (paused) {
      out.signed(state.pausedSinceMillis() + shiftMillis);
    }
    out.number(state.pauses().size());
    for (Pauses.Pause pause : state.pauses()) {
      out.signed(pause.fromMillis() + shiftMillis);
      out.number(pause.toMillis() - pause.fromMillis());
    }
    out.number(state.holds().size());
    for (Holds.Hold hold : state.holds()) {
      out.signed(hold.sinceMillis() + shiftMillis);
      out.number(hold.upToOffset() == Holds.ONGOING ? ONGOING : hold.upToOffset() + 1);
    }
    long[] urls = state.urls();
    out.number(urls.length);
    for (long url : urls) {
      out.fixed(url);
    }
    encodeOpen(state.open(), urls.length, shiftMillis, out);
    if (replay != null) {
      encode(replay, out);
    }
    if (!state.untold().isEmpty()) {
      out.number(state.untold().size());
      for (UntoldRanges.Range range : state.untold()) {
        out.number(range.from());
        out.number(range.to() - range.from());
      }
    }
    return out.finish();
  }

  private static void encodeOpen(
      List<OpenDelivery> open, int urls, long shiftMillis, ByteWriter out) {
    out.number(open.size());
    long previous = 0;
    long time = 0;
    for (OpenDelivery delivery : open) {
      Failure failure = delivery.failure();
      out.number(delivery.offset() - previous);
      previous = delivery.offset();
      out.octet(
          (delivery.isReplay() ? REPLAY : 0)
              | (failure != null ? HAS_FAILURE : 0)
              | (delivery.hasUrls() ? HAS_URLS : 0)
              | (delivery.isCancelled() ? CANCELLED : 0)
              | (delivery.isSuperseded() ? SUPERSEDED : 0));
      out.number(delivery.rounds());
      long windowEnd = delivery.windowEndMillis() + shiftMillis;
      out.signed(windowEnd - time);
      time = windowEnd;
      out.fixed(delivery.userHash());
      if (failure != null) {
        failure.encode(out);
      }
      if (delivery.hasUrls()) {
        out.number(delivery.refusedBits());
        out.number(delivery.retryAfterBits());
        for (int url = 0; url < urls; url++) {
          if (!delivery.hasRefused(url)) {
            long due = delivery.dueMillis(url);
            out.signed((due > 0 ? Math.max(0, due + shiftMillis) : 0) - time);
          }
        }
      }
    }
  }

  private static void encode(ReplayProgress progress, ByteWriter out) {
    Replay replay = progress.replay();
    out.signed(replay.id());
    out.octet(replay.onlyFailed() ? ONLY_FAILED : 0);
    out.number(replay.fromOffset());
    out.number(replay.toOffset());
    out.number(progress.position());
    out.number(progress.taken());
    out.number(progress.delivered());
    out.number(progress.failed());
  }

  // ---- reading

  /**
   * Decodes a cursor.
   *
   * @throws CursorCorruptException if the bytes are not a valid cursor
   */
  static CursorState decode(byte[] bytes) {
    ByteReader in = new ByteReader("A destination's cursor", bytes);
    int version = in.octet();
    if (version != VERSION) {
      throw in.corrupt("version " + version + ", which this version does not support");
    }
    int flags = in.octet();
    if ((flags & ~(PAUSED | REPLAYING | UNTOLD)) != 0) {
      throw in.corrupt("flags " + flags);
    }
    long readTo = in.natural("position");
    long pausedSince = (flags & PAUSED) != 0 ? time(in) : Pauses.NONE;
    List<Pauses.Pause> pauses = new ArrayList<>();
    for (int left = in.atMost(Pauses.MAX_PAUSES, "pauses"); left > 0; left--) {
      long from = time(in);
      pauses.add(new Pauses.Pause(from, from + span(in)));
    }
    List<Holds.Hold> holds = new ArrayList<>();
    for (int left = in.atMost(Holds.MAX_HOLDS, "holds"); left > 0; left--) {
      long since = time(in);
      long upTo = in.natural("end of a hold");
      holds.add(new Holds.Hold(since, upTo == ONGOING ? Holds.ONGOING : upTo - 1));
    }
    long[] urls = new long[in.atMost(MAX_URLS, "URLs")];
    for (int url = 0; url < urls.length; url++) {
      urls[url] = in.fixed();
    }
    List<OpenDelivery> open = decodeOpen(in, urls.length, readTo);
    ReplayProgress replay = (flags & REPLAYING) != 0 ? decodeReplay(in) : null;
    List<UntoldRanges.Range> untold = (flags & UNTOLD) != 0 ? decodeUntold(in, readTo) : List.of();
    in.finish();
    return new CursorState(readTo, urls, pausedSince, pauses, holds, open, untold, replay);
  }

  private static List<UntoldRanges.Range> decodeUntold(ByteReader in, long readTo) {
    List<UntoldRanges.Range> untold = new ArrayList<>();
    for (int left = in.count("cancelled ranges"); left > 0; left--) {
      long from = in.natural("start of a cancelled range");
      long length = in.natural("length of a cancelled range");
      if (from > readTo || length > readTo - from) {
        throw in.corrupt("cancelled range " + from + " of those before " + readTo);
      }
      untold.add(new UntoldRanges.Range(from, from + length));
    }
    return untold;
  }

  /** Reads a time, bounded so that sums never overflow. */
  private static long time(ByteReader in) {
    return checkedTime(in, in.signed());
  }

  private static long checkedTime(ByteReader in, long millis) {
    if (Math.abs(millis) > Long.MAX_VALUE / 4) {
      throw in.corrupt("time " + millis);
    }
    return millis;
  }

  private static long span(ByteReader in) {
    return checkedTime(in, in.natural("length of a pause"));
  }

  private static List<OpenDelivery> decodeOpen(ByteReader in, int urls, long readTo) {
    int count = in.count("open deliveries");
    List<OpenDelivery> open = new ArrayList<>(count);
    long offset = 0;
    long time = 0;
    for (int i = 0; i < count; i++) {
      long step = in.natural("step to the next open delivery");
      offset += step;
      if (offset < 0 || offset >= readTo || (i > 0 && step == 0)) {
        throw in.corrupt("open delivery " + offset + " of those before " + readTo);
      }
      int flags = in.octet();
      if ((flags & ~(REPLAY | HAS_FAILURE | HAS_URLS | CANCELLED | SUPERSEDED)) != 0) {
        throw in.corrupt("flags " + flags + " of an open delivery");
      }
      int rounds = in.atMost(MAX_ROUNDS, "rounds");
      time = checkedTime(in, time + checkedTime(in, in.signed()));
      OpenDelivery delivery = new OpenDelivery(offset, in.fixed(), time, (flags & REPLAY) != 0);
      delivery.rounds(rounds);
      delivery.failure((flags & HAS_FAILURE) != 0 ? Failure.decode(in) : null);
      if ((flags & CANCELLED) != 0) {
        delivery.cancel();
      }
      if ((flags & SUPERSEDED) != 0) {
        delivery.supersede();
      }
      delivery.widen(urls);
      if ((flags & HAS_URLS) != 0) {
        decodeUrls(in, delivery, urls, time);
      }
      open.add(delivery);
    }
    return open;
  }

  private static void decodeUrls(ByteReader in, OpenDelivery delivery, int urls, long time) {
    int all = (1 << urls) - 1;
    int refused = in.atMost(all, "as a set of URLs");
    int retryAfter = in.atMost(all, "as a set of URLs");
    for (int url = 0; url < urls; url++) {
      if ((refused & (1 << url)) != 0) {
        delivery.refuse(url);
      } else {
        long due = checkedTime(in, time + checkedTime(in, in.signed()));
        delivery.due(url, due, (retryAfter & (1 << url)) != 0);
      }
    }
  }

  private static @Nullable ReplayProgress decodeReplay(ByteReader in) {
    long id = in.signed();
    int flags = in.octet();
    if ((flags & ~ONLY_FAILED) != 0) {
      throw in.corrupt("flags " + flags + " of a replay");
    }
    long from = in.natural("start of a replay");
    long to = in.natural("end of a replay");
    long position = in.natural("position of a replay");
    if (position < from || position > to) {
      throw in.corrupt("replay at " + position + " from " + from + " to " + to);
    }
    return new ReplayProgress(
        new Replay(id, from, to, flags == ONLY_FAILED),
        position,
        in.natural("count of a replay"),
        in.natural("count of a replay"),
        in.natural("count of a replay"),
        0,
        false);
  }
}
