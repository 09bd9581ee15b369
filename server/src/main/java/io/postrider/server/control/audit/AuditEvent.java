package io.postrider.server.control.audit;

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
    public AuditEvent created(Facts made) {
      return new AuditEvent(type + ".created", this, Facts.none().changesTo(made));
    }

    /** The event of its change. */
    public AuditEvent changed(Facts before, Facts after) {
      return new AuditEvent(type + ".changed", this, before.changesTo(after));
    }

    /** The event of its end. */
    public AuditEvent deleted(Facts last) {
      return new AuditEvent(type + ".deleted", this, last.changesTo(Facts.none()));
    }
  }
}
