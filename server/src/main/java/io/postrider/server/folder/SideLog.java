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
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log beside the main one, in a folder of its own. People look at it and nothing else depends on
 * it, so that a damaged one is set aside and a new one begins.
 */
public final class SideLog {

  private static final Logger LOG = LoggerFactory.getLogger(SideLog.class);

  /** In the folder of {@link SetAsideLog}: the paths of files that are missing. */
  static final String LOST_FILE = "missing-files.txt";

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
    try {
      return opened(folder, content, options, FolderDisk::open);
    } catch (LogCorruptException damaged) {
      return startOver(folder, content, options, FolderDisk::open, damaged);
    }
  }

  /** The same without segments that are missing; reading their offsets fails as corrupt. */
  public static EmbeddedLog openDespiteLosses(
      Path folder, String content, EmbeddedLogOptions options, Disks disks) {
    try {
      return opened(folder, content, options, disks);
    } catch (LogCorruptException damaged) {
      return withoutLost(folder, content, options, disks, damaged);
    }
  }

  private static EmbeddedLog withoutLost(
      Path folder,
      String content,
      EmbeddedLogOptions options,
      Disks disks,
      LogCorruptException damaged) {
    try {
      if (EmbeddedLog.giveUpLostSegments(
          disks.open(folder), lost -> report(folder, content, options, lost))) {
        return opened(folder, content, options, disks);
      }
    } catch (LogCorruptException more) {
      LOG.debug("More than lost segments is damaged.", more);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open " + content + ": " + e.getMessage(), e);
    }
    return startOver(folder, content, options, disks, damaged);
  }

  /** Sets the log aside and opens a new one. */
  private static EmbeddedLog startOver(
      Path folder,
      String content,
      EmbeddedLogOptions options,
      Disks disks,
      LogCorruptException damaged) {
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

  /** Leaves a folder that says what is missing, until somebody deletes it. */
  private static void report(
      Path folder, String content, EmbeddedLogOptions options, List<String> lost) {
    Path aside = SetAsideLog.path(folder, options.time().millis());
    try {
      Files.createDirectory(aside);
      Files.write(aside.resolve(LOST_FILE), lost);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot write " + aside + ": " + e, e);
    }
    LOG.atError()
        .addKeyValue("content", content)
        .addKeyValue("folder", aside)
        .addKeyValue("lost", lost)
        .log("Segments of a log are missing; the rest can be read. Deliveries are not affected.");
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
