package io.postrider.server.catalog.workspace;

import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException.Mistake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines and columns of the fields of a workspace file, by paths such as {@code
 * destinations.crm.settings.webhooks[0].url}, and the mistakes found. Belongs to one thread.
 */
final class YamlLocations {

  private record Place(int line, int column) {}

  private final Map<String, Place> locations = new HashMap<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  void put(String path, int line, int column) {
    locations.putIfAbsent(path, new Place(line, column));
  }

  /** Records a mistake at a path, or at its nearest existing parent. */
  void wrong(String path, String message) {
    String known = path;
    while (!known.isEmpty() && !locations.containsKey(known)) {
      int cut = Math.max(known.lastIndexOf('.'), known.lastIndexOf('['));
      known = cut < 0 ? "" : known.substring(0, cut);
    }
    Place place = locations.getOrDefault(known, new Place(1, 1));
    mistakes.add(
        new Mistake(place.line, place.column, path.isEmpty() ? message : path + " " + message));
  }

  void wrong(int line, int column, String message) {
    mistakes.add(new Mistake(line, column, message));
  }

  /** A truncated file must not remove the resources of a missing section. */
  void refuseMissing(String section, boolean missing, int declared) {
    if (missing && declared > 0) {
      wrong(
          "",
          "the file has no %1$s, but %2$,d are declared; to remove them, write %1$s: {}"
              .formatted(section, declared));
    }
  }

  /** Records an error if a section would have too many resources. */
  void bound(String section, int count, int most) {
    if (count > most) {
      wrong(section, "would be %,d in total; at most %,d are allowed".formatted(count, most));
    }
  }

  /** The ID of an entry; null for a new one. */
  <I> @Nullable I identity(String path, @Nullable I stated, @Nullable I known) {
    if (stated != null && known != null && !stated.equals(known)) {
      wrong(path + ".id", "must be %s, which has this name; or use another name".formatted(known));
    }
    return stated == null ? known : stated;
  }

  boolean isEmpty() {
    return mistakes.isEmpty();
  }

  /** Throws if anything was wrong. */
  void check() {
    if (!mistakes.isEmpty()) {
      throw failure();
    }
  }

  InvalidWorkspaceFileException failure() {
    return new InvalidWorkspaceFileException(mistakes);
  }
}
