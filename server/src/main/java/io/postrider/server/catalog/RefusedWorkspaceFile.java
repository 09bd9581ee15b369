package io.postrider.server.catalog;

import java.time.Instant;

/**
 * A workspace file that was not applied: the settings before it stay in force.
 *
 * @param since when it was refused first
 * @param message the reason in a sentence; never a value of the file, which may be a secret
 */
public record RefusedWorkspaceFile(Instant since, String message) {}
