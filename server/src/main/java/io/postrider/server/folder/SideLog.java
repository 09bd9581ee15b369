package io.postrider.server.folder;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogDamage;
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
  static final String MISSING_FILE = "missing-files.txt";

  /** The paths of files of which some records are damaged. */
  static final String DAMAGED_FILE = "damaged-files.txt";

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

  /** The same without what is missing or damaged; reading these offsets fails as corrupt. */
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
          disks.open(folder), damage -> report(folder, content, options, damage))) {
        return opened(folder, content, options, disks);
      }
    } catch (LogCorruptException more) {
      LOG.debug("More than segments is damaged.", more);
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

  /** Leaves a folder with what is unusable and a list of the rest, until somebody deletes it. */
  private static void report(
      Path folder, String content, EmbeddedLogOptions options, LogDamage damage) {
    Path aside = SetAsideLog.path(folder, options.time().millis());
    try {
      Files.createDirectory(aside);
      write(aside.resolve(MISSING_FILE), damage.missing());
      write(aside.resolve(DAMAGED_FILE), damage.partial());
      for (String path : damage.unusable()) {
        Path name = Path.of(path).getFileName();
        Files.move(folder.resolve(name), aside.resolve(name));
      }
    } catch (IOException e) {
      throw new LogUnavailableException("cannot write " + aside + ": " + e, e);
    }
    LOG.atError()
        .addKeyValue("content", content)
        .addKeyValue("folder", aside)
        .addKeyValue("segments", damage.all())
        .log(
            "Segments of a log are damaged or missing; the rest can be read. Deliveries are not"
                + " affected.");
  }

  private static void write(Path file, List<String> paths) throws IOException {
    if (!paths.isEmpty()) {
      Files.write(file, paths);
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
