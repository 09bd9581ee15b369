package io.postrider.route;

/**
 * The name of a track call as it is counted and decided about: all of it up to a length, and no
 * more than that. Longer names that begin alike are one event.
 */
public final class EventName {

  /** How many characters (code points) of a name count. */
  public static final int LONGEST = 1_000;

  private EventName() {}

  /** The name that an event is known by. */
  public static String of(String event) {
    return event.length() <= LONGEST || event.codePointCount(0, event.length()) <= LONGEST
        ? event
        : event.substring(0, event.offsetByCodePoints(0, LONGEST));
  }
}
