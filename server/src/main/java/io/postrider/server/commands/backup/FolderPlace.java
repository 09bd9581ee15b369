package io.postrider.server.commands.backup;

import io.postrider.server.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a folder is that is to be created, also through symbolic links. */
public final class FolderPlace {

  private FolderPlace() {}

  /**
   * Refuses a folder that is another one, or inside it.
   *
   * @param option that names the folder, for the message
   * @param what the other one is, for the message
   * @throws ConfigException if it is not outside
   */
  public static void requireOutside(Path folder, Path other, String option, String what) {
    Path outer = nearestExisting(other);
    Path inner = nearestExisting(folder);
    if (outer != null && inner != null && Files.exists(other) && inner.startsWith(outer)) {
      throw new ConfigException(
          "%s (%s) must be outside %s %s. Name a folder elsewhere."
              .formatted(option, folder, what, other));
    }
  }

  /** The real path of a folder, or of the nearest folder above that exists. */
  private static @Nullable Path nearestExisting(Path folder) {
    Path at = folder.toAbsolutePath();
    while (at != null && !Files.exists(at)) {
      at = at.getParent();
    }
    try {
      return at == null ? null : at.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
