package io.postrider.server.cluster;

import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The name of a node that has no configured one: random, and kept in its data folder. */
final class NodeId {

  private static final String FILE = "node-id";

  private NodeId() {}

  /** Reads the name; the first start makes one. */
  static String of(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, "node-" + UUID.randomUUID());
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new StartException(
          "Cannot read or write %s: %s. Set 'cluster.node-id', or repair the data folder."
              .formatted(file.toAbsolutePath(), e.getMessage()));
    }
  }
}
