/**
 * The workspace as a file: what it declares is brought into force whole or not at all, and what is
 * in force can be written as such a file.
 *
 * <p>{@code WorkspaceForm} reads a file and names everything wrong with its place; {@code
 * WorkspacePlan} says what has to change; {@code WorkspaceStore} changes it in one transaction;
 * {@code WorkspaceWatch} notices when the file changes.
 */
@NullMarked
package io.postrider.server.control.workspace;

import org.jspecify.annotations.NullMarked;
