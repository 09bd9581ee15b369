package io.postrider.log.embedded;

import java.util.List;
import java.util.stream.Stream;

/**
 * The damage of a log that a repair gives up, as paths of segment files.
 *
 * @param missing files that do not exist
 * @param unusable files whose header is corrupt: the repair deletes them, unless they are moved
 *     away before
 * @param partial files of which some records are corrupt or cut off; the others stay readable
 */
public record LogDamage(List<String> missing, List<String> unusable, List<String> partial) {

  public LogDamage {
    missing = List.copyOf(missing);
    unusable = List.copyOf(unusable);
    partial = List.copyOf(partial);
  }

  public boolean isEmpty() {
    return missing.isEmpty() && unusable.isEmpty() && partial.isEmpty();
  }

  /** All paths. */
  public List<String> all() {
    return Stream.of(missing, unusable, partial).flatMap(List::stream).toList();
  }
}
