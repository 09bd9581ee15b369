/** Backups of a data folder, also of a running service, and their restoration. */
@NullMarked
package io.postrider.server.commands.backup;

import org.jspecify.annotations.NullMarked;
