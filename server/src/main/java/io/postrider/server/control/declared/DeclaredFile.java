package io.postrider.server.control.declared;

import io.postrider.route.DestinationId;
import io.postrider.route.SourceId;
import io.postrider.server.control.DestinationChange;
import io.postrider.server.control.NewSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace file declares, as far as the file alone can tell that it is right.
 *
 * @param sources null if the file does not speak of sources at all
 * @param destinations null if the file does not speak of destinations at all
 * @param places where all of it stands
 */
record DeclaredFile(
    @Nullable List<SourceEntry> sources,
    @Nullable List<DestinationEntry> destinations,
    Places places) {

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
}
