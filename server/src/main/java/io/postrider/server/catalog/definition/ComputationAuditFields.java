package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Audit events of audiences and computed traits. Pure. */
public final class ComputationAuditFields {

  private ComputationAuditFields() {}

  /** The event of a change; null before a creation, or after a deletion. */
  public static AuditEvent changed(@Nullable Computation before, @Nullable Computation after) {
    return subject(Objects.requireNonNull(after == null ? before : after))
        .changed(before == null ? null : of(before), after == null ? null : of(after));
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
