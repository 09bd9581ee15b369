package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleanup whose failure is harmless: the next opening removes what is left. */
final class Quietly {

  private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

  private Quietly() {}

  static void close(Closeable cleanup) {
    try {
      cleanup.close();
    } catch (IOException e) {
      LOG.debug("Cleanup failed", e);
    }
  }
}
