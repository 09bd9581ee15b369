package io.postrider.server.access;

import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Who changes something, and when: what a change leaves in the audit trail besides itself.
 *
 * @param actorId the id of a token, or a word of the program's own such as {@code root}
 */
public record AuditStamp(String actorId, String actorName, Instant at) {

  public AuditStamp {
    at = at.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The stamp of whoever makes a call. */
  public static AuditStamp of(ApiRequest call, Instant now) {
    Caller caller = call.caller();
    return new AuditStamp(caller.id(), caller.name(), now);
  }

  /** The stamp of what the program does by itself. */
  public static AuditStamp program(Instant now) {
    return new AuditStamp("program", "Postrider", now);
  }
}
