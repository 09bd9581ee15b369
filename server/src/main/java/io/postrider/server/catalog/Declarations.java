package io.postrider.server.catalog;

import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the workspace file declares, and by which names. Immutable. Whatever is declared is changed
 * in the file alone.
 *
 * @param workspace settings of the workspace, by the names of their fields
 */
public record Declarations(
    Map<SourceId, DeclaredSource> sources,
    Map<DestinationId, String> destinations,
    Map<ComputationId, String> computations,
    Set<String> workspace) {

  /** Nothing is declared. */
  public static final Declarations NONE = new Declarations(Map.of(), Map.of(), Map.of(), Set.of());

  /**
   * A source's name in the file.
   *
   * @param hasKey whether the file also says what its write key is
   */
  public record DeclaredSource(String name, boolean hasKey) {}

  public Declarations {
    sources = Map.copyOf(sources);
    destinations = Map.copyOf(destinations);
    computations = Map.copyOf(computations);
    workspace = Set.copyOf(workspace);
  }

  /** A source's name in the file, or null if it is not there. */
  public @Nullable String name(SourceId id) {
    DeclaredSource declared = sources.get(id);
    return declared == null ? null : declared.name();
  }

  /** A destination's name in the file, or null if it is not there. */
  public @Nullable String name(DestinationId id) {
    return destinations.get(id);
  }

  /** The name of an audience or a computed trait in the file, or null if it is not there. */
  public @Nullable String name(ComputationId id) {
    return computations.get(id);
  }

  /** Throws if a source is declared. */
  public void refuse(SourceId id) {
    refuse("source", name(id));
  }

  /** Throws if the file says what a source's write key is. */
  public void refuseKey(SourceId id) {
    DeclaredSource declared = sources.get(id);
    refuse("source", declared != null && declared.hasKey() ? declared.name() : null);
  }

  /** Throws if a destination is declared. */
  public void refuse(DestinationId id) {
    refuse("destination", name(id));
  }

  /** Throws if an audience or a computed trait is declared. */
  public void refuse(ComputationId id) {
    refuse(
        switch (id.kind()) {
          case AUDIENCE -> "audience";
          case TRAIT -> "computed trait";
        },
        name(id));
  }

  /** Throws if one of some settings of the workspace is declared. */
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
