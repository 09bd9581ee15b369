package io.postrider.server.catalog;

import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.catalog.definition.ComputationNames;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the workspace file declares, with the names used there. Immutable. Declared resources are
 * changed in the file only.
 *
 * @param workspace the declared fields of the workspace
 */
public record Declarations(
    Map<SourceId, DeclaredSource> sources,
    Map<DestinationId, String> destinations,
    Map<ComputationId, String> computations,
    Set<String> workspace) {

  public static final Declarations NONE = new Declarations(Map.of(), Map.of(), Map.of(), Set.of());

  /**
   * A declared source.
   *
   * @param hasKey whether the file declares its write key
   */
  public record DeclaredSource(String name, boolean hasKey) {}

  public Declarations {
    sources = Map.copyOf(sources);
    destinations = Map.copyOf(destinations);
    computations = Map.copyOf(computations);
    workspace = Set.copyOf(workspace);
  }

  /** The name of a source in the file; null if it is not declared. */
  public @Nullable String name(SourceId id) {
    DeclaredSource declared = sources.get(id);
    return declared == null ? null : declared.name();
  }

  /** The name of a destination in the file; null if it is not declared. */
  public @Nullable String name(DestinationId id) {
    return destinations.get(id);
  }

  /** The name of a computation in the file; null if it is not declared. */
  public @Nullable String name(ComputationId id) {
    return computations.get(id);
  }

  public void refuse(SourceId id) {
    refuse("source", name(id));
  }

  /** Throws if the write key of a source is declared. */
  public void refuseKey(SourceId id) {
    DeclaredSource declared = sources.get(id);
    refuse("source", declared != null && declared.hasKey() ? declared.name() : null);
  }

  public void refuse(DestinationId id) {
    refuse("destination", name(id));
  }

  public void refuse(ComputationId id) {
    refuse(ComputationNames.noun(id.kind()), name(id));
  }

  /** Throws if one of these workspace fields is declared. */
  public void refuse(Set<String> settings) {
    List<String> declared = settings.stream().filter(workspace::contains).sorted().toList();
    if (!declared.isEmpty()) {
      throw ApiException.of(
          ProblemCode.CONFLICT,
          "The workspace file declares %s; change it there."
              .formatted(String.join(", ", declared)));
    }
  }

  private static void refuse(String what, @Nullable String name) {
    if (name != null) {
      throw ApiException.of(
          ProblemCode.CONFLICT,
          "This %s is declared as %s in the workspace file; change it there."
              .formatted(what, name));
    }
  }
}
