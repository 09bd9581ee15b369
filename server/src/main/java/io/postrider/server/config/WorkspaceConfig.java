package io.postrider.server.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The workspace as a file.
 *
 * @param file what declares sources and destinations; nothing if no file does
 */
public record WorkspaceConfig(Optional<Path> file) {}
