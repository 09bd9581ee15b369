package io.postrider.server.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Something that was done to a resource.
 *
 * @param action such as {@code destination.changed}
 */
public record AuditEvent(String action, Subject subject, List<FieldChange> changes) {

  public AuditEvent {
    changes = List.copyOf(changes);
  }

  /**
   * What it was done to.
   *
   * @param name as it was called then
   */
  public record Subject(
      @JsonProperty String type, @JsonProperty String id, @JsonProperty String name) {

    /** The event of its making. */
    public AuditEvent created(AuditFields made) {
      return new AuditEvent(type + ".created", this, AuditFields.none().changesTo(made));
    }

    /** The event of its change. */
    public AuditEvent changed(AuditFields before, AuditFields after) {
      return new AuditEvent(type + ".changed", this, before.changesTo(after));
    }

    /** The event of its end. */
    public AuditEvent deleted(AuditFields last) {
      return new AuditEvent(type + ".deleted", this, last.changesTo(AuditFields.none()));
    }
  }
}
