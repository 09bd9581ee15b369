package io.postrider.message;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The span of a distributed trace that a message belongs to, as in the header {@code traceparent}
 * of W3C Trace Context.
 *
 * @param traceHigh the first half of the trace's ID
 * @param traceLow the second half; both are not zero together
 * @param span the ID of the span, not zero
 */
public record TraceContext(long traceHigh, long traceLow, long span) {

  private static final HexFormat HEX = HexFormat.of();
  private static final int LENGTH = 55;
  private static final int SAMPLED = 1;

  public TraceContext {
    if ((traceHigh | traceLow) == 0 || span == 0) {
      throw new IllegalArgumentException("an ID of a trace or span is zero");
    }
  }

  /**
   * Reads the header of a sampled trace; null if it is missing or invalid, or if the trace is not
   * sampled. Later versions of the header may be longer.
   */
  public static @Nullable TraceContext parse(@Nullable String traceparent) {
    if (traceparent == null || !isWellFormed(traceparent)) {
      return null;
    }
    int flags = HexFormat.fromHexDigits(traceparent, 53, 55);
    long traceHigh = HexFormat.fromHexDigitsToLong(traceparent, 3, 19);
    long traceLow = HexFormat.fromHexDigitsToLong(traceparent, 19, 35);
    long span = HexFormat.fromHexDigitsToLong(traceparent, 36, 52);
    boolean usable = (flags & SAMPLED) != 0 && (traceHigh | traceLow) != 0 && span != 0;
    return usable ? new TraceContext(traceHigh, traceLow, span) : null;
  }

  private static boolean isWellFormed(String text) {
    if (text.length() < LENGTH || text.startsWith("ff")) {
      return false;
    }
    boolean knownVersion = text.startsWith("00");
    if (knownVersion
        ? text.length() > LENGTH
        : text.length() > LENGTH && text.charAt(LENGTH) != '-') {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      char character = text.charAt(i);
      boolean dash = i == 2 || i == 35 || i == 52;
      boolean digit =
          (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
      if (dash ? character != '-' : !digit) {
        return false;
      }
    }
    return true;
  }

  /** The header of a request that is part of this span. */
  public String traceparent() {
    return "00-" + traceId() + "-" + spanId() + "-01";
  }

  /** The ID of the trace: 32 hexadecimal digits. */
  public String traceId() {
    return HEX.toHexDigits(traceHigh) + HEX.toHexDigits(traceLow);
  }

  /** The ID of the span: 16 hexadecimal digits. */
  public String spanId() {
    return HEX.toHexDigits(span);
  }
}
