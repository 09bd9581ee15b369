package io.postrider.server.commands.importer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads calls from lines. Belongs to one thread. */
interface CallReader {

  /** The next call; null at the end. Blank lines are skipped. */
  @Nullable ImportLine next() throws IOException;
}
