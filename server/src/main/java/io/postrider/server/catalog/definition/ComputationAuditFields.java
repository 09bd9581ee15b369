package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import java.util.List;

/** Audit events of audiences and computed traits. Pure. */
public final class ComputationAuditFields {

  private ComputationAuditFields() {}

  public static AuditEvent created(Computation computation) {
    return subject(computation).created(of(computation));
  }

  public static AuditEvent changed(Computation before, Computation after) {
    return subject(after).changed(of(before), of(after));
  }

  public static AuditEvent deleted(Computation computation) {
    return subject(computation).deleted(of(computation));
  }

  /** A requested sync. */
  public static AuditEvent synced(Computation computation) {
    return new AuditEvent("sync.ordered", subject(computation), List.of());
  }

  private static AuditEvent.Subject subject(Computation computation) {
    String type =
        switch (computation.id().kind()) {
          case AUDIENCE -> "audience";
          case TRAIT -> "computed-trait";
        };
    return new AuditEvent.Subject(type, computation.id().toString(), computation.name());
  }

  private static AuditFields of(Computation computation) {
    return AuditFields.none()
        .with("name", computation.name())
        .with("key", computation.key())
        .with("enabled", computation.enabled())
        .with("destinations", computation.destinations().stream().map(Object::toString).toList())
        .with("definition", DefinitionJson.tree(computation.definition()))
        .with("sync", ComputationForm.text(computation.sync()));
  }
}
