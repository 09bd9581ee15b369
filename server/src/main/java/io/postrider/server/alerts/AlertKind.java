package io.postrider.server.alerts;

import io.postrider.id.WireNamed;

/** The kind of an alert. */
public enum AlertKind implements WireNamed {
  /** A destination started to fail. */
  FAILING("destination.failing"),
  /** It has been failing for longer than the configured time. */
  STILL_FAILING("destination.still_failing"),
  /** It is healthy again. */
  RECOVERED("destination.recovered");

  private final String wireName;

  AlertKind(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
