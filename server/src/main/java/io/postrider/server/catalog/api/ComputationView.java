package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.Computation;
import io.postrider.message.Redaction;
import io.postrider.server.catalog.definition.ComputationForm;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.catalog.definition.DefinitionJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An audience or a computed trait as JSON. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComputationView(
    @JsonProperty String id,
    @JsonProperty String key,
    @JsonProperty String name,
    @JsonProperty boolean enabled,
    @JsonProperty List<String> destinations,
    @JsonProperty JsonNode definition,
    @JsonProperty String sync,
    @JsonProperty ComputationResults.Status status,
    @JsonProperty @Nullable Long size,
    @JsonProperty @Nullable Double progress,
    @JsonProperty @Nullable Instant lastSyncAt,
    @JsonProperty @Nullable Instant nextSyncAt,
    @JsonProperty @Nullable String error,
    @JsonProperty Instant createdAt,
    @JsonProperty Instant updatedAt,
    @JsonProperty @Nullable String declaredAs) {

  /**
   * The view of a computation.
   *
   * @param declaredAs its name in the workspace file; null if it is not declared
   * @param redaction what the reader may not see
   */
  public static ComputationView of(
      Computation computation,
      ComputationResults.Report report,
      @Nullable String declaredAs,
      Redaction redaction) {
    return new ComputationView(
        computation.id().toString(),
        computation.key(),
        computation.name(),
        computation.enabled(),
        computation.destinations().stream().map(Object::toString).toList(),
        DefinitionJson.tree(computation.definition(), redaction),
        ComputationForm.text(computation.sync()),
        report.status(),
        report.size(),
        report.progress(),
        report.lastSyncAt(),
        report.nextSyncAt(),
        report.error(),
        computation.createdAt(),
        computation.updatedAt(),
        declaredAs);
  }
}
