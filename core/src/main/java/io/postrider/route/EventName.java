package io.postrider.route;

/**
 * The normalized event name of a track call: truncated to a maximum length. Longer names with the
 * same prefix are the same event.
 */
public final class EventName {

  /** Maximum length of a name in code points; the rest is ignored. */
  public static final int LONGEST = 1_000;

  private EventName() {}

  /** Normalizes an event name. */
  public static String of(String event) {
    return event.length() <= LONGEST || event.codePointCount(0, event.length()) <= LONGEST
        ? event
        : event.substring(0, event.offsetByCodePoints(0, LONGEST));
  }
}
