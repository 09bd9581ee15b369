package io.postrider.server.access;

import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The author and time of a change.
 *
 * @param actorId the ID of a token, or a fixed name such as {@code root}
 */
public record AuditStamp(String actorId, String actorName, Instant at) {

  public AuditStamp {
    at = at.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The stamp of a caller. */
  public static AuditStamp of(ApiRequest call, Instant now) {
    Caller caller = call.caller();
    return new AuditStamp(caller.id(), caller.name(), now);
  }

  /** The stamp of a change that the server makes itself. */
  public static AuditStamp program(Instant now) {
    return new AuditStamp("program", "Postrider", now);
  }
}
