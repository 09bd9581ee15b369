package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleanup whose failure is harmless: the next opening removes what is left. */
final class Quietly {

  private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

  private Quietly() {}

  static void close(Closeable thing) {
    try {
      thing.close();
    } catch (IOException e) {
      LOG.debug("Cannot close {}", thing, e);
    }
  }

  static void delete(Disk disk, String name) {
    try {
      disk.delete(name);
    } catch (IOException e) {
      LOG.debug("Cannot delete {}", disk.describe(name), e);
    }
  }
}
