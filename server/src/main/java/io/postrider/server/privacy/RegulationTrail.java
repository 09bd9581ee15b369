package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import java.util.List;

/** Requests about users in the audit trail: how many users they name, and never which. */
public final class RegulationTrail implements RegulationAudit {

  private final AuditTrail trail;

  public RegulationTrail(AuditTrail trail) {
    this.trail = trail;
  }

  @Override
  public void made(Regulation regulation) {
    AuditStamp stamp =
        new AuditStamp(regulation.by().id(), regulation.by().name(), regulation.createdAt());
    trail.add(stamp, event(regulation));
  }

  private static AuditEvent event(Regulation regulation) {
    List<String> sources = regulation.sources().stream().map(SourceId::toString).toList();
    AuditFields facts =
        AuditFields.none()
            .with("regulationType", regulation.type().name())
            .with("subjects", regulation.subjects())
            .with("sources", sources.isEmpty() ? null : sources)
            .with("hideNow", regulation.hides() ? true : null);
    String id = regulation.id().toString();
    return new AuditEvent.Subject("regulation", id, regulation.type().name()).created(facts);
  }
}
