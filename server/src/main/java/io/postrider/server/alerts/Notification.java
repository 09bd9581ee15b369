package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.id.WireNamed;
import java.time.Instant;

/**
 * A stored alert.
 *
 * @param id increasing; never reused
 * @param destinationName the name at that time
 * @param since when the incident started
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
  public enum Sent implements WireNamed {
    /** It will be posted, or retried. */
    WAITING,
    SENT,
    /** Posting failed until the retry time was over. */
    FAILED,
    /** No URL was configured. */
    OFF
  }

  /** The public ID; it stays the same when the notification is posted again. */
  public String idText() {
    return "ntf_" + Long.toString(id, RADIX);
  }
}
