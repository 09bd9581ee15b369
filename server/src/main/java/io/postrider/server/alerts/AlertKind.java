package io.postrider.server.alerts;

/** The kind of an alert. */
public enum AlertKind {
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

  public String wireName() {
    return wireName;
  }

  public static AlertKind of(String wireName) {
    for (AlertKind kind : values()) {
      if (kind.wireName.equals(wireName)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("unknown notification kind: " + wireName);
  }
}
