package io.postrider.server.folder;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A damaged side log that was set aside, or a list of its segments that are missing. The folder
 * stays until somebody deletes it.
 *
 * @param at when it was set aside
 * @param folder the name of its folder
 */
public record SetAsideLog(Instant at, String folder) {

  /** The most that are listed; the latest ones. */
  public static final int MAX_LISTED = 100;

  private static final String DAMAGED = ".damaged-";

  /** Where a damaged log goes; does not exist. */
  static Path path(Path folder, long nowMillis) {
    Path path = folder.resolveSibling(folder.getFileName() + DAMAGED + nowMillis);
    return Files.exists(path) ? path(folder, nowMillis + 1) : path;
  }

  /**
   * The logs of a folder that were set aside, latest first. Reads the disk; none if it cannot.
   *
   * @param folder of the present log
   */
  public static List<SetAsideLog> of(Path folder) {
    List<SetAsideLog> found = new ArrayList<>();
    String prefix = folder.getFileName() + DAMAGED;
    Path parent = Objects.requireNonNull(folder.toAbsolutePath().getParent());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(parent, prefix + "*")) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        Instant at = time(name.substring(prefix.length()));
        if (at != null) {
          found.add(new SetAsideLog(at, name));
        }
      }
    } catch (IOException unreadable) {
      return List.of();
    }
    return found.stream()
        .sorted(Comparator.comparing(SetAsideLog::at).reversed())
        .limit(MAX_LISTED)
        .toList();
  }

  private static @Nullable Instant time(String millis) {
    try {
      return Instant.ofEpochMilli(Long.parseLong(millis));
    } catch (NumberFormatException other) {
      return null;
    }
  }
}
