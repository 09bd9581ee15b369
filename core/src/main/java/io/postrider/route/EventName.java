package io.postrider.route;

/** Normalizes the event name of a track call: truncates it to a maximum length. */
public final class EventName {

  /** Maximum length of a name in code points; the rest is ignored. */
  public static final int MAX_CODE_POINTS = 1_000;

  private EventName() {}

  public static String of(String event) {
    return event.length() <= MAX_CODE_POINTS
            || event.codePointCount(0, event.length()) <= MAX_CODE_POINTS
        ? event
        : event.substring(0, event.offsetByCodePoints(0, MAX_CODE_POINTS));
  }
}
