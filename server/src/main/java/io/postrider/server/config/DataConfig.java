package io.postrider.server.config;

import java.nio.file.Path;

/** Where everything is kept. */
public record DataConfig(Path dir) {}
