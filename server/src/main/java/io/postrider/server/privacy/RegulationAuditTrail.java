package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import java.util.List;

/** Audit entries of regulations: they hold the number of users, never their IDs. */
final class RegulationAuditTrail {

  private final AuditTrail trail;

  RegulationAuditTrail(AuditTrail trail) {
    this.trail = trail;
  }

  void add(Regulation regulation) {
    AuditStamp stamp =
        new AuditStamp(regulation.by().id(), regulation.by().name(), regulation.createdAt());
    trail.add(stamp, event(regulation));
  }

  private static AuditEvent event(Regulation regulation) {
    List<String> sources = regulation.sources().stream().map(SourceId::toString).toList();
    AuditFields fields =
        AuditFields.none()
            .with("regulationType", regulation.type().name())
            .with("subjects", regulation.subjects())
            .with("sources", sources.isEmpty() ? null : sources)
            .with("hideNow", regulation.hides() ? true : null);
    String id = regulation.id().toString();
    return new AuditEvent.Subject("regulation", id, regulation.type().name()).created(fields);
  }
}
