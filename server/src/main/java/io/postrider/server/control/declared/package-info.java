/**
 * The workspace as a file: what it declares is brought into force whole or not at all, and what is
 * in force can be written as such a file.
 *
 * <p>{@code FileForm} reads a file and names everything wrong with its place; {@code Plan} says
 * what has to change; {@code DeclarationStore} changes it in one transaction; {@code FileWatch}
 * notices when the file changes.
 */
@NullMarked
package io.postrider.server.control.declared;

import org.jspecify.annotations.NullMarked;
