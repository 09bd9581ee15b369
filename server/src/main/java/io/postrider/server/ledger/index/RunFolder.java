package io.postrider.server.ledger.index;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.Disk;
import io.postrider.log.embedded.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run files of one partition in the folder of the index. A file's name has its partition and
 * its blocks. A file gets its name when it is durable, so a crash leaves whole runs and temporary
 * files; a crash after a merge leaves runs that the merged one contains. Opening deletes both.
 */
final class RunFolder {

  private static final Logger LOG = LoggerFactory.getLogger(RunFolder.class);
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})-(\\d{1,18})-(\\d{1,18})\\.run");
  private static final String TEMPORARY = ".tmp";

  private final Disk disk;
  private final RecordLog log;
  private final int partition;

  RunFolder(Disk disk, RecordLog log, int partition) {
    this.disk = disk;
    this.log = log;
    this.partition = partition;
  }

  /** Opens the runs, by offset; deletes files that are no use. */
  List<SealedRun> open() {
    try {
      List<SealedRun> found = new ArrayList<>();
      for (String name : disk.list()) {
        Matcher parts = NAME.matcher(name);
        if (name.endsWith(TEMPORARY)) {
          disk.delete(name);
        } else if (parts.matches() && Integer.parseInt(parts.group(1)) == partition) {
          open(name, found);
        }
      }
      return withoutContained(found);
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot open the ledger's index", failure);
    }
  }

  private void open(String name, List<SealedRun> found) throws IOException {
    RunFile file = new RunFile(name, disk.open(name));
    try {
      SealedRun run = SealedRun.open(file);
      if (run.belongsTo(log.identity(), partition)
          && name(run.blocks()).equals(name)
          && run.blocks().endOffset() <= log.endOffset(partition)) {
        found.add(run);
        return;
      }
      LOG.warn("The ledger's index file {} belongs to another ledger; rebuilding it.", name);
    } catch (DamagedRunException damaged) {
      LOG.warn("{} Rebuilding it.", damaged.getMessage());
    }
    file.close();
    disk.delete(name);
  }

  /** Removes runs that another one contains or overlaps. */
  private List<SealedRun> withoutContained(List<SealedRun> runs) throws IOException {
    runs.sort(RunFolder::compare);
    List<SealedRun> kept = new ArrayList<>();
    for (SealedRun run : runs) {
      if (!kept.isEmpty() && run.blocks().firstOffset() < kept.getLast().blocks().endOffset()) {
        run.close();
        disk.delete(run.name());
      } else {
        kept.add(run);
      }
    }
    return kept;
  }

  /** By first offset; the longest of those that begin together comes first. */
  private static int compare(SealedRun one, SealedRun other) {
    int first = Long.compare(one.blocks().firstOffset(), other.blocks().firstOffset());
    return first != 0 ? first : Long.compare(other.blocks().endOffset(), one.blocks().endOffset());
  }

  /**
   * Writes a run to a file.
   *
   * @throws LogUnavailableException if the disk refuses it
   */
  SealedRun write(RunContent content) {
    String name = name(content.blocks());
    String temporary = name + TEMPORARY;
    try {
      try (DiskFile file = disk.create(temporary)) {
        RunWriter.write(content, log.identity(), partition, file);
      } catch (IOException | RuntimeException failure) {
        deleteQuietly(temporary);
        throw failure;
      }
      disk.rename(temporary, name);
      disk.syncDirectory();
      return SealedRun.open(new RunFile(name, disk.open(name)));
    } catch (IOException | UncheckedIOException failure) {
      throw new LogUnavailableException(
          "cannot write the ledger's index: " + failure.getMessage(), failure);
    }
  }

  private void deleteQuietly(String name) {
    try {
      disk.delete(name);
    } catch (IOException failure) {
      LOG.debug("Cannot delete {}.", name, failure); // the next start deletes it
    }
  }

  /** Closes and deletes a run. */
  void delete(SealedRun run) {
    run.close();
    try {
      disk.delete(run.name());
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot delete " + run.name(), failure);
    }
  }

  private String name(BlockTable blocks) {
    return "%d-%018d-%018d.run".formatted(partition, blocks.firstOffset(), blocks.endOffset());
  }
}
