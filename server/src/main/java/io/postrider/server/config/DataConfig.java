package io.postrider.server.config;

import java.nio.file.Path;

/** Where everything is kept. */
public record DataConfig(Path dir) {

  public DataConfig {
    Bounds.that(
        !dir.toString().isEmpty(),
        "'data.dir' is empty; name the folder that everything is kept in");
  }
}
