package io.postrider.server.people.audience;

import io.postrider.profile.StoredKey;

/**
 * The triggers of computations, each as one line of text: something that may change the result of a
 * computation for a profile. Pure.
 *
 * <p>A computation needs no evaluation for a profile if they have no trigger in common.
 */
public final class Trigger {

  /** Matches all triggers. */
  public static final String ANY = "*";

  private Trigger() {}

  /** An event, by the hash of its name. */
  public static String event(long name) {
    return "e" + Long.toHexString(name);
  }

  public static String trait(String name) {
    return "t" + StoredKey.of(name);
  }

  /** A changed computed trait or membership. */
  public static String computation(long id) {
    return "c" + Long.toHexString(id);
  }

  /** An event that left a time window. */
  public static String window(long name, long withinMillis) {
    return "w" + Long.toHexString(name) + "/" + withinMillis;
  }
}
