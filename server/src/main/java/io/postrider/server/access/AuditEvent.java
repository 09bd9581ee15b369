package io.postrider.server.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
   * The change of one field; secrets are shown as {@code ***}.
   *
   * @param from the old value; null if there was none
   * @param to the new value; null if there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FieldChange(
      @JsonProperty String field,
      @JsonProperty @Nullable JsonNode from,
      @JsonProperty @Nullable JsonNode to) {}

  /**
   * The changed resource.
   *
   * @param name its name at that time
   */
  public record Subject(
      @JsonProperty String type, @JsonProperty String id, @JsonProperty String name) {

    public AuditEvent created(AuditFields created) {
      return changed(null, created);
    }

    /**
     * The event of a change.
     *
     * @param before null if the resource was created
     * @param after null if the resource was deleted
     */
    public AuditEvent changed(@Nullable AuditFields before, @Nullable AuditFields after) {
      String verb = before == null ? ".created" : after == null ? ".deleted" : ".changed";
      AuditFields none = AuditFields.none();
      return new AuditEvent(
          type + verb,
          this,
          Objects.requireNonNullElse(before, none)
              .changesTo(Objects.requireNonNullElse(after, none)));
    }
  }
}
