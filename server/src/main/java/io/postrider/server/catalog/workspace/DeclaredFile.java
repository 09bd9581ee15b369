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
 * What a workspace file declares, as far as the file alone can tell that it is right.
 *
 * @param sources null if the file does not speak of sources at all
 * @param destinations null if the file does not speak of destinations at all
 * @param audiences null if the file does not speak of audiences at all
 * @param computedTraits null if the file does not speak of computed traits at all
 * @param workspace null if the file does not speak of the workspace at all
 * @param places where all of it stands
 */
record DeclaredFile(
    @Nullable List<SourceEntry> sources,
    @Nullable List<DestinationEntry> destinations,
    @Nullable List<ComputationEntry> audiences,
    @Nullable List<ComputationEntry> computedTraits,
    WorkspaceForm.@Nullable Change workspace,
    YamlLocations places) {

  /** The section of a kind of computation. */
  static String section(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> "audiences";
      case TRAIT -> "computedTraits";
    };
  }

  /** What is declared of a kind; null if the file does not speak of it at all. */
  @Nullable List<ComputationEntry> computations(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> audiences;
      case TRAIT -> computedTraits;
    };
  }

  /**
   * One source.
   *
   * @param name what the file calls it
   * @param id which one it is; null for the one that was declared by this name, or else a new one
   * @param writeKey its current key; null for the one it has, or else a new one
   */
  record SourceEntry(
      String name, @Nullable SourceId id, NewSource source, @Nullable String writeKey) {

    String path() {
      return "sources." + name;
    }
  }

  /**
   * One destination.
   *
   * @param name what the file calls it
   * @param id which one it is; null for the one that was declared by this name, or else a new one
   * @param asked everything but its sources
   * @param sources names in this file, or ids
   */
  record DestinationEntry(
      String name, @Nullable DestinationId id, DestinationChange asked, List<String> sources) {

    String path() {
      return "destinations." + name;
    }
  }

  /**
   * One audience or computed trait.
   *
   * @param name what the file calls it
   * @param id which one it is; null for the one that was declared by this name, or else a new one
   * @param asked everything but its destinations
   * @param destinations names in this file, or ids
   */
  record ComputationEntry(
      ComputationKind kind,
      String name,
      @Nullable ComputationId id,
      ComputationChange asked,
      List<String> destinations) {

    String path() {
      return section(kind) + "." + name;
    }
  }
}
