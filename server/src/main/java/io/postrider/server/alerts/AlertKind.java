package io.postrider.server.alerts;

/** What operators are told about. */
public enum AlertKind {
  /** A destination takes nothing any more. */
  FAILING("destination.failing"),
  /** It has been so for long. */
  STILL_FAILING("destination.still_failing"),
  /** It takes messages again. */
  RECOVERED("destination.recovered");

  private final String wireName;

  AlertKind(String wireName) {
    this.wireName = wireName;
  }

  /** The name on the wire, such as {@code destination.failing}. */
  public String wireName() {
    return wireName;
  }

  /** The kind of a name on the wire. */
  public static AlertKind of(String wireName) {
    for (AlertKind kind : values()) {
      if (kind.wireName.equals(wireName)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of notification: " + wireName);
  }
}
