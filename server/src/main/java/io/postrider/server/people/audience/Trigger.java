package io.postrider.server.people.audience;

import io.postrider.profile.StoredKey;

/**
 * What may make a computation change for a person, as one line of text: something happened to the
 * person that a definition looks at. Pure.
 *
 * <p>A computation whose triggers and a person's have nothing in common need not be looked at.
 */
public final class Trigger {

  /** Stands for all triggers. */
  public static final String ANY = "*";

  private Trigger() {}

  /** An event of a name, by the number of the name. */
  public static String event(long name) {
    return "e" + Long.toHexString(name);
  }

  /** A trait that was sent. */
  public static String trait(String name) {
    return "t" + StoredKey.of(name);
  }

  /** Another value of a computed trait, or another membership in an audience. */
  public static String computation(long id) {
    return "c" + Long.toHexString(id);
  }

  /** An event that is not within a time any more. */
  public static String window(long name, long withinMillis) {
    return "w" + Long.toHexString(name) + "/" + withinMillis;
  }
}
