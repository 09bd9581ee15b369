package io.postrider.server.config;

import java.time.Duration;

/** Bounds of settings, told in one manner. */
final class Bounds {

  private Bounds() {}

  static void that(boolean holds, String otherwise) {
    if (!holds) {
      throw new ConfigException("The setting " + otherwise + ".");
    }
  }

  static void between(long least, long value, long most, String key) {
    that(
        value >= least && value <= most,
        "'" + key + "' is " + value + "; it goes from " + least + " to " + most);
  }

  static void positive(Duration value, String key) {
    that(!value.isZero(), "'" + key + "' is zero; it must be longer");
  }
}
