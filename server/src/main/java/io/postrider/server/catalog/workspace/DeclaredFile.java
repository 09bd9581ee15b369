package io.postrider.server.catalog.workspace;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.NewSource;
import io.postrider.server.catalog.api.WorkspaceForm;
import io.postrider.server.catalog.definition.ComputationChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workspace file that is valid on its own.
 *
 * @param sources null if the file has no such section
 * @param destinations null if the file has no such section
 * @param audiences null if the file has no such section
 * @param computedTraits null if the file has no such section
 * @param workspace null if the file has no such section
 * @param locations where the fields are
 */
record DeclaredFile(
    @Nullable List<SourceEntry> sources,
    @Nullable List<DestinationEntry> destinations,
    @Nullable List<ComputationEntry> audiences,
    @Nullable List<ComputationEntry> computedTraits,
    WorkspaceForm.@Nullable Change workspace,
    YamlLocations locations) {

  static String section(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "audiences";
      case TRAIT -> "computedTraits";
    };
  }

  /** The computations of a kind; null if the file has no such section. */
  @Nullable List<ComputationEntry> computations(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> audiences;
      case TRAIT -> computedTraits;
    };
  }

  /**
   * A source.
   *
   * @param name its name in the file
   * @param id its ID; null for the source declared by this name before, or a new one
   * @param writeKey its write key; null for the existing one, or a new one
   */
  record SourceEntry(
      String name, @Nullable SourceId id, NewSource source, @Nullable String writeKey) {

    String path() {
      return "sources." + name;
    }
  }

  /**
   * A destination.
   *
   * @param name its name in the file
   * @param id its ID; null for the destination declared by this name before, or a new one
   * @param requested everything but its sources
   * @param sources names in this file, or IDs
   */
  record DestinationEntry(
      String name, @Nullable DestinationId id, DestinationChange requested, List<String> sources) {

    String path() {
      return "destinations." + name;
    }
  }

  /**
   * An audience or a computed trait.
   *
   * @param name its name in the file
   * @param id its ID; null for the one declared by this name before, or a new one
   * @param requested everything but its destinations
   * @param destinations names in this file, or IDs
   */
  record ComputationEntry(
      ComputationKind kind,
      String name,
      @Nullable ComputationId id,
      ComputationChange requested,
      List<String> destinations) {

    String path() {
      return section(kind) + "." + name;
    }
  }
}
