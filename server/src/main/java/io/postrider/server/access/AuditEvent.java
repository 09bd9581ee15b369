package io.postrider.server.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A change of a resource.
 *
 * @param action such as {@code destination.changed}
 */
public record AuditEvent(String action, Subject subject, List<FieldChange> changes) {

  public AuditEvent {
    changes = List.copyOf(changes);
  }

  /**
   * The changed resource.
   *
   * @param name its name at that time
   */
  public record Subject(
      @JsonProperty String type, @JsonProperty String id, @JsonProperty String name) {

    public AuditEvent created(AuditFields created) {
      return new AuditEvent(type + ".created", this, AuditFields.none().changesTo(created));
    }

    public AuditEvent changed(AuditFields before, AuditFields after) {
      return new AuditEvent(type + ".changed", this, before.changesTo(after));
    }

    public AuditEvent deleted(AuditFields last) {
      return new AuditEvent(type + ".deleted", this, last.changesTo(AuditFields.none()));
    }
  }
}
