package io.postrider.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the health of a destination; {@code docs/cursor-format.md} has the format.
 * Decoding checks everything, and its cost is bounded by the length of the input.
 */
final class HealthCodec {

  private static final int VERSION = 1;
  private static final int OPEN = 1;
  private static final int UNPROVEN = 2;
  private static final int HAS_FAILURE = 4;
  private static final int HAS_FAILED_SINCE = 8;
  private static final int HAS_FAILING_SINCE = 16;
  private static final int HAS_DELIVERED_AT = 32;
  private static final int RESTS = 64;
  private static final int ALL_FLAGS = 127;

  private static final int MAX_URLS = 30;
  private static final int MAX_COUNT = 1_000_000;
  private static final int MAX_STATUS = 999;

  /** The bytes of a description or a URL that are saved; the rest is cut off. */
  static final int MAX_TEXT_BYTES = 2_048;

  /** Times of success are saved to the minute, so that a healthy destination changes rarely. */
  private static final long DELIVERED_STEP_MILLIS = 60_000;

  private HealthCodec() {}

  // ---- writing

  /**
   * Encodes the health of a destination.
   *
   * @param shiftMillis what to add to the times of its URLs, to save them by the wall clock
   */
  static byte[] encode(SavedHealth health, long shiftMillis) {
    ByteWriter out = new ByteWriter(64 + health.urls().size() * 48);
    out.octet(VERSION);
    out.number(health.urls().size());
    for (UrlHealth url : health.urls()) {
      encode(url, shiftMillis, out);
    }
    LastError error = health.lastError();
    out.octet(error == null ? 0 : 1);
    if (error != null) {
      out.number(error.reason().code());
      out.number(Math.clamp(error.status(), 0, MAX_STATUS));
      out.signed(error.atMillis());
      text(error.url(), out);
      text(error.detail(), out);
    }
    return out.finish();
  }

  private static void encode(UrlHealth url, long shiftMillis, ByteWriter out) {
    BreakerState breaker = url.breaker();
    UrlHealth.Times times = url.times();
    Failure failure = url.lastFailure();
    boolean rests = breaker.open() && breaker.restUntilMillis() != BreakerState.NO_REST;
    out.fixed(url.hash());
    out.octet(
        (breaker.open() ? OPEN : 0)
            | (url.unproven() ? UNPROVEN : 0)
            | (failure != null ? HAS_FAILURE : 0)
            | (times.failedSinceMillis() != UrlHealth.NEVER ? HAS_FAILED_SINCE : 0)
            | (times.failingSinceMillis() != UrlHealth.NEVER ? HAS_FAILING_SINCE : 0)
            | (times.deliveredAtMillis() != UrlHealth.NEVER ? HAS_DELIVERED_AT : 0)
            | (rests ? RESTS : 0));
    out.number(Math.clamp(url.failuresInARow(), 0, MAX_COUNT));
    if (breaker.open()) {
      out.number(Math.clamp(breaker.failedProbes(), 0, MAX_COUNT));
      out.signed(breaker.probeAtMillis() + shiftMillis);
    } else {
      out.number(Math.clamp(breaker.failures(), 0, MAX_COUNT));
    }
    if (rests) {
      out.signed(breaker.restUntilMillis() + shiftMillis);
    }
    if (failure != null) {
      failure.encode(out);
    }
    if (times.failedSinceMillis() != UrlHealth.NEVER) {
      out.signed(times.failedSinceMillis() + shiftMillis);
    }
    if (times.failingSinceMillis() != UrlHealth.NEVER) {
      out.signed(times.failingSinceMillis() + shiftMillis);
    }
    if (times.deliveredAtMillis() != UrlHealth.NEVER) {
      out.signed(Math.floorDiv(times.deliveredAtMillis() + shiftMillis, DELIVERED_STEP_MILLIS));
    }
  }

  private static void text(String text, ByteWriter out) {
    byte[] bytes = text.getBytes(UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT_BYTES);
    while (length < bytes.length && length > 0 && (bytes[length] & 0xC0) == 0x80) {
      length--; // not in the middle of a character
    }
    out.number(length);
    out.array(Arrays.copyOf(bytes, length));
  }

  // ---- reading

  /**
   * Decodes the health of a destination.
   *
   * @throws CursorCorruptException if the bytes are not valid
   */
  static SavedHealth decode(byte[] bytes) {
    ByteReader in = new ByteReader("A destination's health", bytes);
    int version = in.octet();
    if (version != VERSION) {
      throw in.corrupt("version " + version + ", which this version does not support");
    }
    int count = in.atMost(MAX_URLS, "URLs");
    List<UrlHealth> urls = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      urls.add(decodeUrl(in));
    }
    LastError error = in.atMost(1, "last errors") == 1 ? decodeError(in) : null;
    in.finish();
    return new SavedHealth(urls, error);
  }

  private static UrlHealth decodeUrl(ByteReader in) {
    long hash = in.fixed();
    int flags = in.octet();
    if ((flags & ~ALL_FLAGS) != 0 || ((flags & RESTS) != 0 && (flags & OPEN) == 0)) {
      throw in.corrupt("flags " + flags + " of a URL");
    }
    int failuresInARow = in.atMost(MAX_COUNT, "failures");
    int count = in.atMost(MAX_COUNT, "failures");
    boolean open = (flags & OPEN) != 0;
    long probeAt = open ? time(in) : 0;
    long rest = (flags & RESTS) != 0 ? time(in) : BreakerState.NO_REST;
    BreakerState breaker =
        open
            ? new BreakerState(true, 0, count, probeAt, rest)
            : new BreakerState(false, count, 0, 0, BreakerState.NO_REST);
    @Nullable Failure failure = (flags & HAS_FAILURE) != 0 ? Failure.decode(in) : null;
    UrlHealth.Times times =
        new UrlHealth.Times(
            (flags & HAS_FAILED_SINCE) != 0 ? time(in) : UrlHealth.NEVER,
            (flags & HAS_FAILING_SINCE) != 0 ? time(in) : UrlHealth.NEVER,
            (flags & HAS_DELIVERED_AT) != 0
                ? checkedMinutes(in) * DELIVERED_STEP_MILLIS
                : UrlHealth.NEVER);
    return new UrlHealth(hash, breaker, failuresInARow, (flags & UNPROVEN) != 0, times, failure);
  }

  private static LastError decodeError(ByteReader in) {
    int code = in.atMost(MAX_COUNT, "as a reason");
    FailureReason reason = FailureReason.ofCode(code);
    if (reason == null) {
      throw in.corrupt("reason " + code + ", which this version does not support");
    }
    int status = in.atMost(MAX_STATUS, "as a status");
    long at = time(in);
    String url = text(in);
    return new LastError(reason, status, text(in), url, at);
  }

  private static String text(ByteReader in) {
    return new String(in.array(in.atMost(MAX_TEXT_BYTES, "bytes of text")), UTF_8);
  }

  /** Reads a time, bounded so that sums never overflow. */
  private static long time(ByteReader in) {
    long millis = in.signed();
    if (Math.abs(millis) > Long.MAX_VALUE / 4 || millis == Long.MIN_VALUE) {
      throw in.corrupt("time " + millis);
    }
    return millis;
  }

  private static long checkedMinutes(ByteReader in) {
    long minutes = in.signed();
    if (Math.abs(minutes) > Long.MAX_VALUE / 4 / DELIVERED_STEP_MILLIS
        || minutes == Long.MIN_VALUE) {
      throw in.corrupt("minute " + minutes);
    }
    return minutes;
  }
}
