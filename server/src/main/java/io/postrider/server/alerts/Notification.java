package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.Locale;

/**
 * Something that operators are told.
 *
 * @param id grows with each; never used twice
 * @param destinationName as it was then
 * @param since when what it tells of began
 */
public record Notification(
    long id,
    Instant at,
    AlertKind kind,
    DestinationId destination,
    String destinationName,
    String message,
    Instant since,
    Sent sent) {

  private static final int RADIX = 36;

  /** Whether it was posted. */
  public enum Sent {
    /** It will be posted, or posted again. */
    WAITING,
    SENT,
    /** The operator's URL did not take it for as long as it is tried. */
    FAILED,
    /** There was nowhere to post it to. */
    OFF;

    /** The name on the wire, such as {@code waiting}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The value of a name on the wire. */
    public static Sent of(String wireName) {
      return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
  }

  /** Its id as people see it: the same however often it is posted. */
  public String idText() {
    return "ntf_" + Long.toString(id, RADIX);
  }
}
