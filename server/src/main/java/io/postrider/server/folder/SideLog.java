package io.postrider.server.folder;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log beside the main one, in a folder of its own. People look at it and nothing else depends on
 * it, so that a damaged one is set aside and a new one begins.
 */
public final class SideLog {

  private static final Logger LOG = LoggerFactory.getLogger(SideLog.class);

  private SideLog() {}

  /** Opens the disk of a folder. */
  @FunctionalInterface
  public interface Disks {

    Disk open(Path folder) throws IOException;
  }

  /**
   * Opens the log in a folder.
   *
   * @param content what it holds, for messages: "the ledger"
   * @throws LogUnavailableException if the disk does not allow it
   */
  public static EmbeddedLog open(Path folder, String content, EmbeddedLogOptions options) {
    return open(folder, content, options, FolderDisk::open);
  }

  /** The same on another kind of disk. */
  public static EmbeddedLog open(
      Path folder, String content, EmbeddedLogOptions options, Disks disks) {
    try {
      return opened(folder, content, options, disks);
    } catch (LogCorruptException damaged) {
      Path aside = SetAsideLog.path(folder, options.time().millis());
      try {
        Files.move(folder, aside);
      } catch (IOException e) {
        throw new LogUnavailableException("cannot set " + content + " aside: " + e, e);
      }
      LOG.atError()
          .addKeyValue("content", content)
          .addKeyValue("folder", aside)
          .addKeyValue("reason", damaged.getMessage())
          .log("A damaged log was set aside and a new one begins. Deliveries are not affected.");
      return opened(folder, content, options, disks);
    }
  }

  private static EmbeddedLog opened(
      Path folder, String content, EmbeddedLogOptions options, Disks disks) {
    try {
      return EmbeddedLog.open(disks.open(folder), options);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open " + content + ": " + e.getMessage(), e);
    }
  }
}
